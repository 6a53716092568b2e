"""The compose file for several cards: what a person would only notice on such a machine."""

from pathlib import Path

import yaml

FOLDER = Path(__file__).parents[2] / "deploy" / "vllm"


def test_replicas_share_no_card_and_each_has_as_many_as_it_splits_over():
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    replicas = {name: service for name, service in services.items() if name.startswith("replica")}
    cards = [
        service["deploy"]["resources"]["reservations"]["devices"][0]["device_ids"]
        for service in replicas.values()
    ]
    assert len(replicas) >= 2
    assert len({card for own in cards for card in own}) == sum(map(len, cards))
    for service, own in zip(replicas.values(), cards, strict=True):
        split = next(word for word in service["command"] if "tensor-parallel-size" in word)
        assert split.endswith(f":-{len(own)}}}")


def test_the_one_address_knows_every_replica_and_is_only_local():
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    routes = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
    for name in services:
        if name.startswith("replica"):
            assert f"server {name}:8000" in routes
            assert services["address"]["depends_on"][name]["condition"] == "service_healthy"
    assert services["address"]["ports"] == ["127.0.0.1:8000:8000"]
    assert "proxy_buffering off;" in routes
    assert "access_log off;" in routes
