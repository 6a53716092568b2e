"""People, links, presence, edits held back, and the words that are searched."""

import sqlalchemy as sa
from alembic import op

revision = "m002"
down_revision = "m001"

MOMENT = sa.DateTime(timezone=True)


def _of_draft(*, primary_key: bool = False, index: bool = False) -> "sa.Column[str]":
    return sa.Column(
        "draft_id",
        sa.String(32),
        sa.ForeignKey("draft.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=primary_key,
        index=index,
    )


def upgrade() -> None:
    op.add_column("draft", sa.Column("origin", sa.String(64)))
    op.create_table(
        "person",
        sa.Column("id", sa.String(255), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
    )
    op.create_table(
        "share",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_draft(index=True),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("revoked", MOMENT),
    )
    op.create_table(
        "access",
        sa.Column(
            "share_id",
            sa.String(32),
            sa.ForeignKey("share.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("person", sa.String(255), primary_key=True),
        sa.Column("since", MOMENT, nullable=False),
        sa.Index("ix_access_person", "person"),
    )
    op.create_table(
        "presence",
        _of_draft(primary_key=True),
        sa.Column("window", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(255), nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
    )
    op.create_table(
        "held_edit",
        _of_draft(primary_key=True),
        sa.Column("person", sa.String(255), primary_key=True),
        sa.Column("field", sa.String(255), primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_table(
        "draft_words",
        _of_draft(primary_key=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
    )
