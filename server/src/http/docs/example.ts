import type { OpenApiOperation, SchemaPart } from './openapi.ts'

const byFormat: Record<string, string> = {
  email: 'ada@example.org',
  uuid: '018f3a6e-7c1d-7b52-9d2e-5a4f0c8b1e90',
  'date-time': '2027-01-31T08:00:00.000Z',
  date: '2027-01-31',
  time: '08:00',
  uri: 'https://example.org/',
  binary: '',
}
const byName: Record<string, string> = {
  userId: 'ada',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.org',
  name: 'Night shift',
  reason: 'Lost on the way home',
  timeZone: 'Europe/Zurich',
  language: 'en',
}

const text = (schema: SchemaPart, name: string): string => {
  const said = byFormat[schema.format ?? ''] ?? byName[name] ?? name
  return said.slice(0, schema.maxLength ?? said.length).padEnd(schema.minLength ?? 0, '0')
}

export function exampleOf(schema: SchemaPart | undefined, name = 'value', depth = 0): unknown {
  if (!schema || depth > 5) return name
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(one => one.type !== 'null')
  if (choice) return exampleOf(choice, name, depth)
  const type = [schema.type].flat().find(one => one !== 'null')
  if (type === 'object' || schema.properties) {
    const needed = Object.entries(schema.properties ?? {}).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(needed.map(([field, of]) => [field, exampleOf(of, field, depth + 1)]))
  }
  if (type === 'array') return [exampleOf(schema.items, name.replace(/s$/, ''), depth + 1)]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  return text(schema, name)
}

const shellName = (name: string) => name.replaceAll(/[A-Z]/g, '_$&').replace(/^_+/, '').toUpperCase()
const quoted = (json: string) => `'${json.replaceAll("'", String.raw`'\''`)}'`

export function shellExample(origin: string, method: string, path: string, is: OpenApiOperation): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${shellName(name)}`)
  const asked = is.parameters.filter(one => one.in === 'query' && (one.required || one.name === 'pageSize'))
  const query = asked.map(
    one => `${one.name}=${encodeURIComponent(String(one.name === 'pageSize' ? 50 : exampleOf(one.schema, one.name)))}`,
  )
  const body = is.requestBody?.content['application/json']?.schema
  return [
    `curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${origin}${place}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(is.security.length > 0 ? ['-H "Authorization: Bearer $CLAVIGER_KEY"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(exampleOf(body)))}`] : []),
  ].join(' \\\n  ')
}
