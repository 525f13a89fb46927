"""Tables, their logs, who sits where, tokens and keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seed", sa.String(120), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Integer),
        sa.Column("crew_room", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("host_name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("turn", sa.Text, nullable=False),
        sa.Column("wake", sa.Float),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["public", "status", "updated"])
    op.create_index("tables_wake", "tables", ["wake"])
    op.create_index("tables_host", "tables", ["host", "status"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("command", sa.String(120)),
        sa.UniqueConstraint("table_id", "command", name="entries_command"),
    )
    op.create_table(
        "sitters",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(120), nullable=False),
    )


def downgrade() -> None:
    for name in ("keys", "tokens", "sitters", "entries", "tables"):
        op.drop_table(name)
