"""Runs the migrations on the connection that the storage hands over."""

from alembic import context

from undertow.table.storage import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
