"""Matches that are over and of which not every listener has heard yet: all that are over now, to begin with."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "endings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
    )
    op.create_index("endings_due", "endings", ["due"])
    op.execute("INSERT INTO endings (table_id, due) SELECT id, updated FROM tables WHERE status = 'over'")


def downgrade() -> None:
    op.drop_table("endings")
