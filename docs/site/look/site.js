// A table that is wider than the screen scrolls sideways, so the keyboard must be able to reach it. The theme wraps
// tables when it gets to them; each wrapper is watched from then on.
const size = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
const watch = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach((table) => size.observe(table));
new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
watch();
