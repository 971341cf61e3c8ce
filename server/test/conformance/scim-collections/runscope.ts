import type { CollectionClient, Outcome } from './outcome.ts'

interface Assertion {
  readonly comparison: string
  readonly source: string
  readonly value: string | null
  readonly property?: string
}

/** The part of a Runscope export that is replayed. */
export interface RunscopeStep {
  readonly step_type: string
  readonly note?: string
  readonly method?: string
  readonly url?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, readonly string[]>>
  readonly assertions?: readonly Assertion[]
  readonly variables?: readonly { readonly name: string; readonly property: string }[]
}

/** Replays a Runscope test in order, and returns the outcome of each of its assertions. */
export async function replayRunscope(
  { steps }: { readonly steps: readonly RunscopeStep[] },
  send: CollectionClient,
  given: Readonly<Record<string, string>>,
): Promise<Outcome[]> {
  const variables = new Map(Object.entries(given))
  const filled = (text: string) =>
    text.replaceAll(/\{\{([^}]+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole)
  const outcomes: Outcome[] = []
  for (const step of steps.filter(one => one.step_type === 'request')) {
    const path = filled(step.url ?? '').replace('{{SCIMBaseURL}}', '')
    const header = (name: string) => step.headers?.[name]?.[0]
    const authorization = header('Authorization')
    const began = performance.now()
    const { status, text } = await send(
      step.method ?? 'GET',
      encodeURI(path),
      step.body && filled(step.body),
      header('Content-Type'),
      authorization === '{{auth}}' ? undefined : authorization,
    )
    const took = performance.now() - began
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    for (const assertion of step.assertions ?? []) {
      const { source, property = '', comparison, value } = assertion
      const is = source === 'response_status' ? status : source === 'response_time' ? took : at(body, property)
      const holds = isMet(comparison, is, filled(value ?? ''))
      outcomes.push({
        name: `${step.note}: ${source} ${property} ${comparison} ${value ?? ''}`,
        failed: holds ? undefined : `is ${JSON.stringify(is)} (answered ${status} ${text.slice(0, 200)})`,
      })
    }
    for (const { name, property } of step.variables ?? []) variables.set(name, String(at(body, property)))
  }
  return outcomes
}

/** The value at a path such as `Resources[0].id`. */
const at = (body: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(part => part !== '')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], body)

function isMet(comparison: string, is: unknown, wanted: string): boolean {
  const text = typeof is === 'string' ? is : JSON.stringify(is)
  switch (comparison) {
    case 'equal':
      return text === wanted
    case 'equal_number':
      return Number(text) === Number(wanted)
    case 'not_empty':
      return is !== undefined && is !== null && is !== '' && !(Array.isArray(is) && is.length === 0)
    case 'has_value':
    case 'contains':
      return text?.includes(wanted) ?? false
    case 'is_a_number':
      return typeof is === 'number'
    case 'is_less_than':
      return Number(text) < Number(wanted)
    default:
      throw new Error(`A comparison “${comparison}” is unknown`)
  }
}
