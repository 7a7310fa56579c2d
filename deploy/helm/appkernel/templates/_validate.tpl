{{/*
What the schema cannot say, or says in words that help nobody: all problems at once, each in a sentence that names the
value and what it must be, as the program lists those of its configuration.
*/}}
{{- define "appkernel.validate" -}}
{{- $values := .Values }}
{{- $config := include "appkernel.config" . | fromJson }}
{{- $secrets := include "appkernel.secrets" . | fromJson }}
{{- $problems := list }}

{{- if not $values.image.repository }}
{{- $problems = append $problems "image.repository is required: the registry and the name of the image that you built from the Dockerfile and pushed, such as registry.example.com/appkernel" }}
{{- end }}

{{- /* What is given, and where. */}}
{{- $confidential := list "DATABASE_URL" "DATABASE_MIGRATION_URL" "DATABASE_LISTEN_URL" "DATABASE_REPLICA_URL" "JWT_PRIVATE_KEYS" "SECRET_KEYS" "SMTP_URL" "SMS_HTTP_SECRET" "SMS_TWILIO_AUTH_TOKEN" "SMS_ALIYUN_ACCESS_KEY_SECRET" "S3_SECRET_ACCESS_KEY" "BOOTSTRAP_ADMIN_PASSWORD" "OTEL_EXPORTER_OTLP_HEADERS" }}
{{- $own := include "appkernel.own" . | fromYaml }}
{{- range $name := keys $values.config | sortAlpha }}
{{- if has $name $confidential }}
{{- $problems = append $problems (printf "config.%s is a secret, and values are kept in plain text: put it into the Secret, and list it as secrets.variables.%s" $name $name) }}
{{- else if hasKey $own $name }}
{{- $problems = append $problems (printf "config.%s is not to be set: %s" $name (get $own $name)) }}
{{- else if and (hasKey $config $name) (hasKey $secrets $name) }}
{{- $problems = append $problems (printf "config.%s and secrets.variables.%s are both set; set one" $name $name) }}
{{- end }}
{{- end }}
{{- range $name := keys $secrets | sortAlpha }}
{{- if hasKey $own $name }}
{{- $problems = append $problems (printf "secrets.variables.%s is not to be set: %s" $name (get $own $name)) }}
{{- end }}
{{- end }}
{{- if regexMatch "@|password=" (get $config "REDIS_URL" | default "") }}
{{- $problems = append $problems "config.REDIS_URL contains a password, and values are kept in plain text: put it into the Secret, and list it as secrets.variables.REDIS_URL" }}
{{- end }}
{{- range $place, $variables := dict "extraEnv" $values.extraEnv "api.extraEnv" $values.api.extraEnv "worker.extraEnv" $values.worker.extraEnv "migration.extraEnv" $values.migration.extraEnv }}
{{- range $variables }}
{{- $name := trimSuffix "_FILE" .name }}
{{- if hasKey $own $name }}
{{- $problems = append $problems (printf "%s must not contain %s: %s" $place .name (get $own $name)) }}
{{- else if or (hasKey $config $name) (hasKey $secrets $name) }}
{{- $problems = append $problems (printf "%s must not contain %s, which config or secrets.variables sets" $place .name) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* What production requires. */}}
{{- $required := dict
  "PUBLIC_BASE_URL" "the https URL under which clients reach this service, such as https://api.example.com"
  "SMS_DRIVER" "how SMS are sent: http, twilio or aliyun" }}
{{- range $name, $what := $required }}
{{- if not (or (hasKey $config $name) (hasKey $secrets $name)) }}
{{- $problems = append $problems (printf "config.%s is required: %s" $name $what) }}
{{- end }}
{{- end }}
{{- $requiredSecrets := dict
  "DATABASE_URL" "a PostgreSQL URL of a role that owns nothing"
  "JWT_PRIVATE_KEYS" "a JWKS with at least one private ES256 key"
  "SECRET_KEYS" "keys as id:base64, newest first, each of at least 32 bytes"
  "SMTP_URL" "an SMTP URL, smtp://user:password@host:587" }}
{{- range $name, $what := $requiredSecrets }}
{{- if not (hasKey $secrets $name) }}
{{- $problems = append $problems (printf "secrets.variables.%s is required: the reference to %s" $name $what) }}
{{- end }}
{{- end }}
{{- $needs := dict
  "SMS_DRIVER http" (list "SMS_HTTP_URL" "SMS_HTTP_SECRET")
  "SMS_DRIVER twilio" (list "SMS_TWILIO_ACCOUNT_SID" "SMS_TWILIO_AUTH_TOKEN" "SMS_TWILIO_SENDER")
  "SMS_DRIVER aliyun" (list "SMS_ALIYUN_ACCESS_KEY_ID" "SMS_ALIYUN_ACCESS_KEY_SECRET" "SMS_ALIYUN_SIGN_NAME" "SMS_ALIYUN_TEMPLATE_CODE")
  "STORAGE_DRIVER s3" (list "S3_BUCKET" "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY") }}
{{- range $choice, $names := $needs }}
{{- $variable := splitList " " $choice | first }}
{{- $value := splitList " " $choice | last }}
{{- if eq (get $config $variable | default "") $value }}
{{- range $name := $names }}
{{- if not (or (hasKey $config $name) (hasKey $secrets $name)) }}
{{- $place := ternary "secrets.variables" "config" (has $name $confidential) }}
{{- $problems = append $problems (printf "%s.%s is required with %s=%s" $place $name $variable $value) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if ne (hasKey $config "BOOTSTRAP_ADMIN_EMAIL") (hasKey $secrets "BOOTSTRAP_ADMIN_PASSWORD") }}
{{- $problems = append $problems "config.BOOTSTRAP_ADMIN_EMAIL and secrets.variables.BOOTSTRAP_ADMIN_PASSWORD must be set together" }}
{{- end }}

{{- /* Values of the configuration. */}}
{{- range $name := list "PUBLIC_BASE_URL" "ADMIN_BASE_URL" }}
{{- with get $config $name }}
{{- if not (regexMatch "^https?://[^/]" .) }}
{{- $problems = append $problems (printf "config.%s must be an https URL, and is %s" $name .) }}
{{- else if and (hasPrefix "http:" .) (not (has (get $config "ALLOW_INSECURE_BASE_URL") (list "true" "1"))) }}
{{- $problems = append $problems (printf "config.%s must be an https URL, or config.ALLOW_INSECURE_BASE_URL must be true, which sends tokens unencrypted" $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- $forms := dict
  "SMS_HTTP_URL" (list "^https?://[^/]" "an http or https URL")
  "SMS_TWILIO_ACCOUNT_SID" (list "^AC[0-9a-f]{32}$" "AC and 32 hexadecimal digits")
  "S3_ENDPOINT" (list "^https?://[^/]" "an http or https URL")
  "S3_BUCKET" (list "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$" "the name of a bucket")
  "REDIS_URL" (list "^rediss?(-cluster)?://|^rediss?-sentinel://[^#]+#." "a Redis URL: redis://host:port, redis-sentinel://host:port,host:port#primary or redis-cluster://host:port,host:port")
  "CLAMAV_URL" (list "^tcp://[^/]" "a URL such as tcp://clamav:3310")
  "OTEL_EXPORTER_OTLP_ENDPOINT" (list "^https?://[^/]" "an http or https URL")
  "BOOTSTRAP_ADMIN_EMAIL" (list "^[^@ ]+@[^@ ]+$" "an email address")
  "CORS_ORIGINS" (list "^https?://[^/*]+(, *https?://[^/*]+)*$" "origins such as https://app.example.com, separated by commas") }}
{{- range $name, $form := $forms }}
{{- if and (hasKey $config $name) (not (regexMatch (first $form) (get $config $name))) }}
{{- $problems = append $problems (printf "config.%s must be %s, and is %s" $name (last $form) (get $config $name)) }}
{{- end }}
{{- end }}
{{- with get $config "TRUST_PROXY" }}
{{- if not (regexMatch "^([0-9]|10|[^, ]+(, *[^, ]+)*)$" .) }}
{{- $problems = append $problems (printf "config.TRUST_PROXY must be a number of proxies up to 10, or their addresses and CIDRs separated by commas, and is %s" .) }}
{{- else if or (and (regexMatch "^[0-9]+$" .) (gt (int .) 10)) (regexMatch "/[0-3](,|$)" .) }}
{{- $problems = append $problems (printf "config.TRUST_PROXY must name your own proxies, and not nearly every address: with %s any client can claim any address" .) }}
{{- end }}
{{- end }}
{{- range $entry := splitList "," (get $config "WEBHOOK_ALLOWED_CIDRS" | default "") }}
{{- $entry = trim $entry }}
{{- if or (regexMatch "/[0-7]$" $entry) (regexMatch "^(0|127)\\.|^169\\.254\\.|^::1?(/|$)|^fe80:" $entry) }}
{{- $problems = append $problems (printf "config.WEBHOOK_ALLOWED_CIDRS must not contain loopback, link-local or metadata addresses, nor networks larger than /8: %s" $entry) }}
{{- end }}
{{- end }}
{{- $grace := include "appkernel.graceSeconds" . | int }}
{{- $drain := get $config "SHUTDOWN_DRAIN_SECONDS" | default "5" | int }}
{{- if le $grace (int (add $drain 5)) }}
{{- $problems = append $problems (printf "config.SHUTDOWN_GRACE_SECONDS must be more than config.SHUTDOWN_DRAIN_SECONDS and five: in %d seconds, of which %d are spent serving on, nothing under way can be finished" $grace $drain) }}
{{- end }}

{{- /* What depends on each other among the values of the chart. */}}
{{- if and (eq (get $config "STORAGE_DRIVER" | default "local") "local") (not $values.persistence.enabled) (not (hasKey $secrets "STORAGE_DRIVER")) }}
{{- $problems = append $problems "persistence.enabled is required with config.STORAGE_DRIVER=local: uploads would be lost with their pod. Or use s3" }}
{{- end }}
{{- range $variable, $reference := $secrets }}
{{- if not $reference.name }}
{{- $problems = append $problems (printf "secrets.name is required, or secrets.variables.%s.name: the Secret that has the variable" $variable) }}
{{- else if and $values.secrets.external.enabled (not $reference.isOther) (not $reference.remoteKey) }}
{{- $problems = append $problems (printf "secrets.external.remoteKey is required, or secrets.variables.%s.remoteKey: the entry of the store" $variable) }}
{{- end }}
{{- end }}
{{- if and $values.secrets.external.enabled (not $values.secrets.external.storeRef.name) }}
{{- $problems = append $problems "secrets.external.storeRef.name is required with secrets.external.enabled: the SecretStore or ClusterSecretStore to read from" }}
{{- end }}
{{- range $component, $of := dict "api" $values.api "worker" $values.worker }}
{{- if and $of.autoscaling.enabled (lt (int $of.autoscaling.maxReplicas) (int $of.autoscaling.minReplicas)) }}
{{- $problems = append $problems (printf "%s.autoscaling.maxReplicas must not be less than minReplicas" $component) }}
{{- end }}
{{- end }}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) }}
{{- $problems = append $problems "httpRoute.parentRefs is required with httpRoute.enabled: the gateways that the route belongs to" }}
{{- end }}
{{- $isHostUnknown := and (not (hasKey $config "PUBLIC_BASE_URL")) (hasKey $secrets "PUBLIC_BASE_URL") }}
{{- if and $values.ingress.enabled $isHostUnknown (not $values.ingress.hosts) }}
{{- $problems = append $problems "ingress.hosts is required where config.PUBLIC_BASE_URL does not tell the host" }}
{{- end }}
{{- if and $values.httpRoute.enabled $isHostUnknown (not $values.httpRoute.hostnames) }}
{{- $problems = append $problems "httpRoute.hostnames is required where config.PUBLIC_BASE_URL does not tell the host" }}
{{- end }}
{{- range $name := list "serviceMonitor" "prometheusRule" "dashboard" }}
{{- if and (get $values.metrics $name).enabled (not $values.metrics.enabled) }}
{{- $problems = append $problems (printf "metrics.enabled is required with metrics.%s.enabled" $name) }}
{{- end }}
{{- end }}

{{- if $problems }}
{{- fail (printf "\n\nThe values would not start:\n  - %s\n" ($problems | uniq | join "\n  - ")) }}
{{- end }}
{{- end }}
