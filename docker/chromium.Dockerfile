# The image with Chromium: docker build -f docker/chromium.Dockerfile -t wrapture:chromium .
FROM python:3.13-slim-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
ENV WRAPTURE_NATIVE=1
RUN sh /src/docker/slim.sh /src /opt/wrapture

FROM python:3.13-slim-bookworm
COPY --from=build /opt/wrapture /opt/wrapture
COPY docker/health.py docker/chromium.sh /opt/
RUN sh /opt/chromium.sh /opt/wrapture \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home --home-dir /home/wrapture wrapture \
    && install --directory --owner=wrapture /data
# Containers usually lack the user namespaces that the browser's sandbox needs.
ENV PATH="/opt/wrapture/bin:$PATH" PYTHONUNBUFFERED=1 WRAPTURE_BROWSER=chromium WRAPTURE_SANDBOX=off
USER 10001
WORKDIR /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s CMD ["python", "/opt/health.py"]
ENTRYPOINT ["wrapture"]
CMD ["--help"]
