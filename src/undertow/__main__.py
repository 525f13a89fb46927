"""`python -m undertow` is the `undertow` command."""

from undertow.cli.app import main

main()
