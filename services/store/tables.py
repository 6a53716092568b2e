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


class Base(DeclarativeBase):
    pass


class DraftRow(Base):
    """A draft; `current` is the number of the revision that is shown."""

    __tablename__ = "draft"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(255), index=True)
    room: Mapped[str] = mapped_column(String(32))
    title: Mapped[str] = mapped_column(Text, default="")
    current: Mapped[int] = mapped_column(Integer, default=1)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    updated: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    archived: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted: Mapped[datetime | None] = mapped_column(UtcDateTime)


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
    author: Mapped[str] = mapped_column(String(255))
    what: Mapped[str] = mapped_column(Text, default="")
    document: Mapped[bytes] = mapped_column(LargeBinary)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class JobRow(Base):
    __tablename__ = "job"
    __table_args__ = (Index("ix_job_draft_created", "draft_id", "created"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(String(255))
    draft_id: Mapped[str | None] = mapped_column(String(32))
    payload: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), index=True)
    done: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int | None] = mapped_column(Integer)
    note: Mapped[str] = mapped_column(Text, default="")
    text: Mapped[str] = mapped_column(Text, default="")
    error: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    started: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished: Mapped[datetime | None] = mapped_column(UtcDateTime)


class CacheRow(Base):
    """Answers of outside services (page views), by namespace and key."""

    __tablename__ = "cache"

    namespace: Mapped[str] = mapped_column(String(64), primary_key=True)
    key: Mapped[str] = mapped_column(String(512), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
    number: Mapped[float | None] = mapped_column(Float)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
