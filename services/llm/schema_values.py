"""A value that fits a JSON schema, drawn from a seeded generator: the test engine's imagination.

Covers what pydantic emits for our answer types: objects, arrays, references, unions, enumerations,
bounds on numbers and lengths. `pattern` is refused rather than guessed at.
"""

import json
import math
from random import Random
from typing import Any

from services.errors import InvalidInput
from services.llm.sample_prose import Prose

# How many entries an array gets when the schema leaves it open, and how deep recursion may go.
OPEN_ARRAY = 3
MAX_DEPTH = 8


class SchemaValues:
    """Builds values for one `schema`. No two free strings of one builder are equal."""

    def __init__(self, schema: dict[str, Any], random: Random, prose: Prose) -> None:
        self._root = schema
        self._random = random
        self._prose = prose

    def value(self) -> Any:
        """A value valid under the schema. Raises `InvalidInput` for what is not covered."""
        return self._value(self._root, name="", depth=0)

    def _value(self, schema: dict[str, Any], name: str, depth: int) -> Any:
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self._value(self._branch(schema[union], depth), name, depth)
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if isinstance(kind, list):
            kind = next((entry for entry in kind if entry != "null"), "null")
        match kind:
            case "object":
                return self._object(schema, name, depth)
            case "array":
                return self._array(schema, name, depth)
            case "integer" | "number":
                return self._number(schema, whole=kind == "integer")
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
            case "string":
                return self._string(schema, name)
        raise InvalidInput(f"The test engine cannot make a value of type {kind!r}.")

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        for _ in range(MAX_DEPTH):
            if "$ref" in schema:
                target: Any = self._root
                for part in schema["$ref"].removeprefix("#").strip("/").split("/"):
                    target = target[part.replace("~1", "/").replace("~0", "~")] if part else target
                schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
            elif "allOf" in schema:
                merged: dict[str, Any] = {k: v for k, v in schema.items() if k != "allOf"}
                for part in schema["allOf"]:
                    merged |= self._resolved(part)
                schema = merged
            else:
                return schema
        raise InvalidInput("The schema's references run in a circle.", "Correct the schema.")

    def _branch(self, branches: list[dict[str, Any]], depth: int) -> dict[str, Any]:
        """One branch of a union: null when recursion is deep, else any branch but null."""
        empty = [branch for branch in branches if branch.get("type") == "null"]
        filled = [branch for branch in branches if branch.get("type") != "null"]
        if not filled or (empty and depth >= MAX_DEPTH):
            return empty[0]
        return self._random.choice(filled)

    def _object(self, schema: dict[str, Any], name: str, depth: int) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        return {
            field: self._value(part, f"{name}.{field}", depth + 1)
            for field, part in schema.get("properties", {}).items()
            if depth < MAX_DEPTH or field in required
        }

    def _array(self, schema: dict[str, Any], name: str, depth: int) -> list[Any]:
        low = schema.get("minItems", 0)
        high = schema.get("maxItems", math.inf)
        wanted = low if depth >= MAX_DEPTH else max(low, min(high, OPEN_ARRAY))
        if "prefixItems" in schema:
            return [self._value(part, name, depth + 1) for part in schema["prefixItems"]]
        items = self._resolved(schema.get("items", {"type": "string"}))
        if "enum" in items:
            return self._several(items["enum"], int(wanted))
        return [self._value(items, name, depth + 1) for _ in range(int(wanted))]

    def _several(self, values: list[Any], wanted: int) -> list[Any]:
        """`wanted` of `values`, each as seldom as can be."""
        rounds = math.ceil(wanted / len(values)) if values else 0
        drawn = [v for _ in range(rounds) for v in self._random.sample(values, len(values))]
        return drawn[:wanted]

    def _number(self, schema: dict[str, Any], *, whole: bool) -> float | int:
        step = schema.get("multipleOf", 1 if whole else 0.25)
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        if low is None:
            low = 0 if high is None or high >= 0 else high - 9 * step
        if high is None:
            high = low + 9 * step
        first, last = math.ceil(low / step), math.floor(high / step)
        if "exclusiveMinimum" in schema and first * step <= schema["exclusiveMinimum"]:
            first += 1
        if "exclusiveMaximum" in schema and last * step >= schema["exclusiveMaximum"]:
            last -= 1
        if first > last:
            if whole or "multipleOf" in schema:
                raise InvalidInput(f"No number fits {json.dumps(schema)}.", "Correct the schema.")
            return float((low + high) / 2)
        return self._random.randint(first, last) * step

    def _string(self, schema: dict[str, Any], name: str) -> str:
        if "pattern" in schema:
            raise InvalidInput(f"The test engine cannot follow the pattern of {name!r}.")
        shortest = schema.get("minLength", 0)
        return self._prose.text(name, shortest, schema.get("maxLength", max(120, shortest)))
