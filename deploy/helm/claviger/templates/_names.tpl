{{- define "claviger.name" -}}
{{- if contains "claviger" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-claviger" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "claviger.selects" -}}
app.kubernetes.io/name: claviger
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "claviger.labels" -}}
{{ include "claviger.selects" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}
