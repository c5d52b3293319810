# The slim image: docker build -f docker/slim.Dockerfile -t wrapture .
FROM python:3.13-slim-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
ENV WRAPTURE_NATIVE=1
RUN sh /src/docker/slim.sh /src /opt/wrapture

FROM python:3.13-slim-bookworm
COPY --from=build /opt/wrapture /opt/wrapture
COPY docker/health.py /opt/health.py
RUN useradd --uid 10001 --create-home --home-dir /home/wrapture wrapture \
    && install --directory --owner=wrapture /data
ENV PATH="/opt/wrapture/bin:$PATH" PYTHONUNBUFFERED=1
USER 10001
WORKDIR /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s CMD ["python", "/opt/health.py"]
ENTRYPOINT ["wrapture"]
CMD ["--help"]
