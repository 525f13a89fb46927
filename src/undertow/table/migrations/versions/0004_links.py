"""Every entry has a link to the one before it; entries that were written until now have none. A table knows how
long its log is. What `undertow fsck --repair` takes out of a log is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
RULES: dict[str, int] = {
    "get-bit": 2,
    "jaws": 2,
    "kelp": 2,
    "shark-attacks": 1,
}  # the versions that servers of this schema play by


def upgrade() -> None:
    op.add_column("entries", sa.Column("link", sa.LargeBinary))
    op.add_column("tables", sa.Column("head", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "set_aside",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("set_aside")
    op.drop_column("tables", "head")
    op.drop_column("entries", "link")
