import numpy as np; np.row_stack=np.vstack
import os,sys,time,re
mode=os.environ.get('MODE','none')
import undertow.core.cuda
from numba.cuda.codegen import CUDACodeLibrary
orig=CUDACodeLibrary.add_ir_module
keep=os.environ.get('INLINE','').split(',')
seen=[]
def add(self,mod):
    for f in mod.functions:
        if f.blocks and 'undertow' in f.name and 'alwaysinline' not in f.attributes:
            if mode=='all' and not any(k and k in f.name for k in keep):
                f.attributes.add('noinline'); seen.append(f.name)
    return orig(self,mod)
CUDACodeLibrary.add_ir_module=add
from undertow.core.game import find_game
from undertow.lab.simulate import simulate
name=os.environ.get('G','undertow.games.kelp:GAME')
g=find_game(name); s=g.set_up(None,{'variant':os.environ['V']} if os.environ.get('V') else {})
b=['random']*len(s.seats)
t=time.time(); r=simulate(s,b,2000,seed=3,device='cuda'); c=time.time()-t
n=int(os.environ.get('N','400000'))
t=time.time(); r=simulate(s,b,n,seed=3,device='cuda'); d=time.time()-t
k=g.algorithm('undertow.core.phase_kernel').phase_matches if 'kelp' in name else g.algorithm('undertow.core.kernel').random_matches
o=list(k.overloads.values())[0]
print(name,mode,'compile %.0f'%c,'regs',o.regs_per_thread,'local',o.local_mem_per_thread,'%.0f M steps/s'%(r.steps/d/1e6 if hasattr(r,'steps') else 0), len(seen), 'ptx', list(k.inspect_asm().values())[0].count('\n'), [x for x in dir(r) if not x.startswith('_')][:20] if not hasattr(r,'steps') else '')
