{{/* The environment of a container. Takes root, component and, of the component, extraEnv. */}}
{{- define "appkernel.env" -}}
{{- $component := .component }}
{{- $only := splitList " " (include "appkernel.migrationOnly" .root) }}
{{- $runsWorker := and (eq $component "api") (not .root.Values.worker.enabled) -}}
- name: NODE_ENV
  value: production
- name: RUN_WORKER
  value: {{ $runsWorker | quote }}
- name: METRICS_ENABLED
  value: {{ .root.Values.metrics.enabled | quote }}
{{- range $name, $value := include "appkernel.config" .root | fromJson }}
{{- if or (eq $component "migration") (not (has $name $only)) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name := include "appkernel.secrets" .root | fromJson | keys | sortAlpha }}
{{- if or (eq $component "migration") (not (has $name $only)) }}
- name: {{ $name }}_FILE
  value: /etc/appkernel/secrets/{{ $name }}
{{- end }}
{{- end }}
{{- with .root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- with .extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What every container has besides its program. Takes the same. */}}
{{- define "appkernel.container" -}}
image: {{ include "appkernel.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
env:
  {{- include "appkernel.env" . | nindent 2 }}
volumeMounts:
  - name: secrets
    mountPath: /etc/appkernel/secrets
    readOnly: true
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* What every pod has besides its containers. Takes root and component. */}}
{{- define "appkernel.pod" -}}
{{- $component := .component }}
{{- $only := splitList " " (include "appkernel.migrationOnly" .root) -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    projected:
      # 0440: of root, for the group of the program.
      defaultMode: 288
      sources:
        {{- range $variable, $secret := include "appkernel.secrets" .root | fromJson }}
        {{- if or (eq $component "migration") (not (has $variable $only)) }}
        - secret:
            name: {{ $secret.name }}
            items:
              - key: {{ $secret.key }}
                path: {{ $variable }}
        {{- end }}
        {{- end }}
  - name: data
    {{- if and .root.Values.persistence.enabled (ne $component "migration") }}
    persistentVolumeClaim:
      claimName: {{ include "appkernel.claimName" .root }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
  {{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Where the pods of a Deployment run. Takes root, component and its values. */}}
{{- define "appkernel.placement" -}}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
topologySpreadConstraints:
{{- if .values.topologySpreadConstraints }}
  {{- toYaml .values.topologySpreadConstraints | nindent 2 }}
{{- else }}
{{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "appkernel.selectorLabels" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.component }}
    matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}
{{- end }}

{{/* The metadata of the pods of a Deployment. Takes root, component and its values. */}}
{{- define "appkernel.podMetadata" -}}
labels:
  {{- include "appkernel.podLabels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
  {{- with .values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
