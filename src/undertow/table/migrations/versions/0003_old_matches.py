"""Every entry knows the version of the rules it was written by: until now, the one its table was made for. Recordings
of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entries", sa.Column("rules", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE entries SET rules = (SELECT tables.rules FROM tables WHERE tables.id = entries.table_id)")
    op.create_table(
        "recordings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("recordings")
    op.drop_column("entries", "rules")
