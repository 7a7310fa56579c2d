{{- define "appkernel.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Up to 50 characters: the longest suffix is that of the migration. */}}
{{- define "appkernel.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "appkernel.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "appkernel.podLabels" . }}
{{- end }}

{{/* Without the version of the chart, which alone is no reason to replace a pod. */}}
{{- define "appkernel.podLabels" -}}
app.kubernetes.io/version: {{ regexReplaceAll "^[^A-Za-z0-9]+|[^A-Za-z0-9]+$" (.Values.image.tag | default .Chart.AppVersion | trunc 63) "" | quote }}
{{ include "appkernel.selectorLabels" . }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "appkernel.selectorLabels" -}}
app.kubernetes.io/name: {{ include "appkernel.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "appkernel.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "appkernel.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "appkernel.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "appkernel.claimName" -}}
{{- .Values.persistence.existingClaim | default (printf "%s-files" (include "appkernel.fullname" .)) }}
{{- end }}

{{/* A value of `config` as an environment has it. YAML makes numbers floating ones, which would be written as 5e+08. */}}
{{- define "appkernel.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{/* The names in `config` that have a value, as a JSON object. */}}
{{- define "appkernel.config" -}}
{{- $config := dict }}
{{- range $name, $value := .Values.config }}
{{- $text := include "appkernel.text" $value }}
{{- if not (or (kindIs "invalid" $value) (eq $text "")) }}
{{- $_ := set $config $name $text }}
{{- end }}
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not (hasKey $config "TRUST_PROXY")) (not (hasKey .Values.secrets.variables "TRUST_PROXY")) }}
{{- $_ := set $config "TRUST_PROXY" "1" }}
{{- end }}
{{- toJson $config }}
{{- end }}

{{/* The secret variables that are used, each with its Secret and key, as a JSON object. */}}
{{- define "appkernel.secrets" -}}
{{- $root := . }}
{{- $config := include "appkernel.config" . | fromJson }}
{{- $secrets := dict }}
{{- range $variable, $reference := .Values.secrets.variables }}
{{- $isUnused := and (hasPrefix "S3_" $variable) (ne (get $config "STORAGE_DRIVER") "s3") }}
{{- if not (or (kindIs "invalid" $reference) $isUnused) }}
{{- $name := get $reference "name" | default $root.Values.secrets.name }}
{{- $own := ne $name $root.Values.secrets.name }}
{{- $key := get $reference "key" | default $variable }}
{{- $remoteKey := get $reference "remoteKey" | default $root.Values.secrets.external.remoteKey }}
{{- $property := get $reference "property" | default $variable }}
{{- $_ := set $secrets $variable (dict "name" $name "key" $key "isOther" $own "remoteKey" $remoteKey "property" $property) }}
{{- end }}
{{- end }}
{{- toJson $secrets }}
{{- end }}

{{/* What only the migration needs, and nothing else gets. */}}
{{- define "appkernel.migrationOnly" -}}
DATABASE_MIGRATION_URL BOOTSTRAP_ADMIN_EMAIL BOOTSTRAP_ADMIN_PASSWORD
{{- end }}

{{/* What the chart sets itself: names, and why nobody else may. */}}
{{- define "appkernel.own" -}}
NODE_ENV: the chart runs the program in production
HOST: the pods are reached by their address
PORT: see service.port
DATA_DIR: it is /data in the image
RUN_WORKER: see worker.enabled
RUN_MIGRATIONS: see migration.enabled
METRICS_ENABLED: see metrics.enabled
METRICS_PORT: it is 9464
BUILD_COMMIT: the image knows it
OUTGOING_ALLOWED_ADDRESSES: it is for tests and development, and refused in production
{{- end }}

{{/* The hosts of the base URLs, as a JSON list. */}}
{{- define "appkernel.hosts" -}}
{{- $config := include "appkernel.config" . | fromJson }}
{{- $hosts := list }}
{{- range $name := list "PUBLIC_BASE_URL" "ADMIN_BASE_URL" }}
{{- with get $config $name }}
{{- $hosts = append $hosts (regexReplaceAll ":[0-9]+$" (urlParse .).host "") }}
{{- end }}
{{- end }}
{{- $hosts | uniq | toJson }}
{{- end }}

{{- define "appkernel.graceSeconds" -}}
{{- $config := include "appkernel.config" . | fromJson }}
{{- get $config "SHUTDOWN_GRACE_SECONDS" | default "30" | int }}
{{- end }}
