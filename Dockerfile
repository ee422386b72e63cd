# One server. `docker build -t wardroom .`; how to run it stands in docs/operations.md.

FROM node:24-slim AS build
WORKDIR /wardroom
COPY . .
RUN npm ci --ignore-scripts && npm run package

FROM node:24-slim
COPY --from=build /wardroom/wardroom-*.tgz /tmp/
RUN npm install --global --ignore-scripts --omit=dev /tmp/wardroom-*.tgz \
    && npm cache clean --force \
    && rm /tmp/wardroom-*.tgz \
    && install --directory --owner=node --group=node --mode=700 /data
# Every address of the container; without a WARDROOM_TOKEN it then does not start.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4100 \
    WARDROOM_DATA=/data \
    WARDROOM_LOG=json
USER node
VOLUME /data
EXPOSE 4100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["wardroom"]
CMD ["serve"]
