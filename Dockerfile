# syntax=docker/dockerfile:1
# Askwright for a server, on x86-64: docs/deployment.md says how to run it, compose.yaml with what.
ARG PYTHON=3.11-slim-bookworm

FROM python:${PYTHON} AS packages
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
COPY deploy/requirements.lock .
# torch without CUDA is only at its makers'. Whatever an index offers, the hashes decide.
RUN python -m venv /venv \
    && /venv/bin/pip install --require-hashes --requirement requirements.lock \
        --extra-index-url https://download.pytorch.org/whl/cpu

FROM python:${PYTHON}
# llama.cpp wants OpenMP's library; Debian's security updates of it are welcome, so no version.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgomp1 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin askwright \
    && install -d -o askwright -g askwright /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY .streamlit/config.toml .streamlit/config.toml
COPY LICENSE NOTICE streamlit_app.py ./
COPY services services
COPY components components
COPY pages pages
# Drafts (without PostgreSQL) and models lie in /data; nothing else is written.
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/data \
    ASKWRIGHT_DATA_DIR=/data
USER 10001
VOLUME /data
EXPOSE 8501
# Streamlit ends on it in order: what the model is at is marked interrupted and offered again.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["streamlit", "run", "streamlit_app.py", "--server.address=0.0.0.0", "--server.port=8501"]
