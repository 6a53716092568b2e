"""The tables, for SQLite and PostgreSQL alike. Migrations bring older stores to this shape."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """Aware UTC datetimes on every database (SQLite keeps no zone)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: object) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: object) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PlainText(TypeDecorator[str]):
    """Text that every database takes: PostgreSQL refuses the character NUL.

    Only copies for showing and searching pass through here; documents are kept as they are.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        if value is None:
            return None
        return value.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


class PlainString(TypeDecorator[str]):
    """The same, of limited length."""

    impl = String
    cache_ok = True
    process_bind_param = PlainText.process_bind_param


class Base(DeclarativeBase):
    pass


class DraftRow(Base):
    """A draft; `current` is the number of the revision that is shown.

    `origin` is the fingerprint of the draft in a backup that this one was restored from.
    """

    __tablename__ = "draft"

    id: Mapped[str] = mapped_column(PlainString(32), primary_key=True)
    owner: Mapped[str] = mapped_column(PlainString(255), index=True)
    room: Mapped[str] = mapped_column(String(32))
    title: Mapped[str] = mapped_column(PlainText, default="")
    current: Mapped[int] = mapped_column(Integer, default=1)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    updated: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    archived: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted: Mapped[datetime | None] = mapped_column(UtcDateTime)
    origin: Mapped[str | None] = mapped_column(String(64))


class RevisionRow(Base):
    """One committed edit. `parent` is the revision it was made on: undo walks up, redo down.

    `document` is zlib-compressed UTF-8 JSON.
    """

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("draft_id", "number"),)

    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    draft_id: Mapped[str] = mapped_column(ForeignKey("draft.id", ondelete="CASCADE"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    parent: Mapped[int | None] = mapped_column(Integer)
    author: Mapped[str] = mapped_column(PlainString(255))
    what: Mapped[str] = mapped_column(PlainText, default="")
    document: Mapped[bytes] = mapped_column(LargeBinary)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class JobRow(Base):
    __tablename__ = "job"
    __table_args__ = (Index("ix_job_draft_created", "draft_id", "created"),)

    id: Mapped[str] = mapped_column(PlainString(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(PlainString(255))
    draft_id: Mapped[str | None] = mapped_column(PlainString(32))
    payload: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), index=True)
    done: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int | None] = mapped_column(Integer)
    note: Mapped[str] = mapped_column(PlainText, default="")
    text: Mapped[str] = mapped_column(PlainText, default="")
    error: Mapped[str] = mapped_column(PlainText, default="")
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    started: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished: Mapped[datetime | None] = mapped_column(UtcDateTime)


class CacheRow(Base):
    """Answers of outside services (page views), by namespace and key."""

    __tablename__ = "cache"

    namespace: Mapped[str] = mapped_column(String(64), primary_key=True)
    key: Mapped[str] = mapped_column(PlainString(512), primary_key=True)
    value: Mapped[str] = mapped_column(PlainText)
    number: Mapped[float | None] = mapped_column(Float)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class PersonRow(Base):
    """Somebody who has signed in. `id` is made of the identity provider and its name for them."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    name: Mapped[str] = mapped_column(PlainText)
    email: Mapped[str] = mapped_column(PlainText, default="")
    seen: Mapped[datetime] = mapped_column(UtcDateTime)


class ShareRow(Base):
    """A link to a draft. Only the hash of its secret is kept, so the store cannot give it away."""

    __tablename__ = "share"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    draft_id: Mapped[str] = mapped_column(ForeignKey("draft.id", ondelete="CASCADE"), index=True)
    right: Mapped[int] = mapped_column(Integer)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AccessRow(Base):
    """A person who has opened a link; they have its right for as long as it is not revoked."""

    __tablename__ = "access"
    __table_args__ = (Index("ix_access_person", "person"),)

    share_id: Mapped[str] = mapped_column(
        ForeignKey("share.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(String(255), primary_key=True)
    since: Mapped[datetime] = mapped_column(UtcDateTime)


class PresenceRow(Base):
    """A browser window that has a draft open, and when it last said so."""

    __tablename__ = "presence"

    draft_id: Mapped[str] = mapped_column(
        ForeignKey("draft.id", ondelete="CASCADE"), primary_key=True
    )
    window: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(255))
    seen: Mapped[datetime] = mapped_column(UtcDateTime)


class HeldEditRow(Base):
    """What somebody wrote in a field that somebody else had changed meanwhile, as JSON.

    It waits for its author to choose between the two.
    """

    __tablename__ = "held_edit"

    draft_id: Mapped[str] = mapped_column(
        ForeignKey("draft.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(String(255), primary_key=True)
    field: Mapped[str] = mapped_column(PlainString(255), primary_key=True)
    label: Mapped[str] = mapped_column(PlainText)
    value: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class WordsRow(Base):
    """The text of a draft as it is searched: folded, without what is no text.

    Made when a search meets a draft that was edited since (`updated` is the draft's then).
    """

    __tablename__ = "draft_words"

    draft_id: Mapped[str] = mapped_column(
        ForeignKey("draft.id", ondelete="CASCADE"), primary_key=True
    )
    words: Mapped[str] = mapped_column(PlainText)
    updated: Mapped[datetime] = mapped_column(UtcDateTime)
