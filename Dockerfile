# Clublens with its client built and its models inside. Recognition needs no network afterwards.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --workspaces=false
COPY tsconfig.json vite.config.ts ./
COPY scripts scripts
COPY client client
COPY server server
COPY ml ml
COPY migrations migrations
COPY models/manifest.json models/
# A folder or base address to take model files from before their published places; see docs/operate/models.md.
ARG MODELS_SOURCE=
RUN npm run build && npm run models
RUN npm prune --omit=dev --workspaces=false && node scripts/docker/strip.mjs /app

FROM node:24-slim
# As scripts/launch/runtime.mjs: with the default of eight malloc arenas per core the server takes 300 MB more.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MODELS_DIR=/app/models MALLOC_ARENA_MAX=1 \
  MALLOC_MMAP_THRESHOLD_=65536 ORT_DISABLE_TELEMETRY=1
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/models models
COPY --from=build /app/migrations migrations
COPY --from=build /app/ml ml
COPY --from=build /app/server server
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
# Images in the OCI format have no health check of their own: docker-compose.yml names the same command.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "--wasm-tiering-budget=200000000", "--expose-gc", "server/main.ts"]
