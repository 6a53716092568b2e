"""Drafts, their revisions, jobs and the cache of outside answers."""

import sqlalchemy as sa
from alembic import op

revision = "m001"
down_revision = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "draft",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(255), nullable=False, index=True),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("current", sa.Integer, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("updated", moment, nullable=False, index=True),
        sa.Column("archived", moment),
        sa.Column("deleted", moment),
    )
    op.create_table(
        "revision",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column(
            "draft_id",
            sa.String(32),
            sa.ForeignKey("draft.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("parent", sa.Integer),
        sa.Column("author", sa.String(255), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.UniqueConstraint("draft_id", "number"),
    )
    op.create_table(
        "job",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(255), nullable=False),
        sa.Column("draft_id", sa.String(32)),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False, index=True),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("started", moment),
        sa.Column("finished", moment),
        sa.Index("ix_job_draft_created", "draft_id", "created"),
    )
    op.create_table(
        "cache",
        sa.Column("namespace", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(512), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("number", sa.Float),
        sa.Column("created", moment, nullable=False),
    )
