# Sourced by ./play, ./test, .ci/lock and .ci/release: a virtual environment in .venv with exactly what a lock file names.
# Needs Python 3.11 to 3.14; brings uv along if the machine has none.

unset PYTHONDONTWRITEBYTECODE # where it is set, every process compiles all of Numba's sources anew: seconds each time

say() { printf '%s\n' "$*" >&2; }

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    say "Undertow needs Python 3.11, 3.12, 3.13 or 3.14; none was found on this machine."
    exit 1
}

find_uv() {
    if command -v uv >/dev/null 2>&1; then
        command -v uv
        return
    fi
    if [ ! -x .uv/bin/uv ]; then
        say "Fetching uv ..."
        if ! "$PYTHON" -m venv .uv >/dev/null 2>&1; then
            # Debian's Python comes without venv
            if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
                rm -rf .uv
                apt-get update -qq >&2 && apt-get install -y -qq python3-venv >&2
                "$PYTHON" -m venv .uv
            else
                say "Undertow needs Python's venv module; on Debian: sudo apt-get install python3-venv"
                exit 1
            fi
        fi
        .uv/bin/pip install --quiet --disable-pip-version-check uv >&2
    fi
    printf '%s\n' "$PWD/.uv/bin/uv"
}

# install_undertow LOCK: nothing to do when this lock is already in place
install_undertow() {
    stamp=$(cat "$1" pyproject.toml | cksum | tr ' ' '-')
    if [ -x .venv/bin/undertow ] && [ -e ".venv/$1-$stamp" ]; then
        return
    fi
    PYTHON=$(find_python)
    UV=$(find_uv)
    say "Installing what $1 names ..."
    [ -x .venv/bin/python ] || "$UV" venv --quiet --python "$PYTHON" .venv
    "$UV" pip sync --quiet --python .venv/bin/python --require-hashes "$1"
    "$UV" pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
    rm -f .venv/requirements*.lock-*
    touch ".venv/$1-$stamp"
}

# build_client: the browser client in web/dist, when its sources have changed; Node comes with the lock
build_client() {
    stamp=$(find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print | sort | xargs cat | cksum | tr ' ' '-')
    if [ -e "web/dist/built-$stamp" ]; then
        return
    fi
    say "Building the browser client ..."
    (
        PATH="$PWD/.venv/bin:$PATH"
        cd web
        npm ci --no-audit --no-fund --loglevel=error >&2
        npm run --silent build >&2
    )
    touch "web/dist/built-$stamp"
}

# build_docs: the documents as a site in build/site, when what they are made of has changed
build_docs() {
    stamp=$(find docs src bench web/openapi.json ./*.md web/README.md -type f ! -name '*.pyc' | sort | xargs cat | cksum | tr ' ' '-')
    if [ -e "build/site/built-$stamp" ]; then
        return
    fi
    say "Building the documents ..."
    .venv/bin/python -m docs.site.build >&2
    touch "build/site/built-$stamp"
}

# find_chromium: the browser that browser tests drive
find_chromium() {
    if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; then
        return
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing chromium ..."
        apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >&2
    else
        say "The browser tests need Chromium; on Debian: sudo apt-get install chromium"
        exit 1
    fi
}
