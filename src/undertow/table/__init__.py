"""The online table: people, seats, live updates, storage, API."""
