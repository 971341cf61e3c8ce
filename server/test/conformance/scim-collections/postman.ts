import { randomUUID } from 'node:crypto'
import { Script } from 'node:vm'
import { chai } from 'vitest'
import type { CollectionClient, Outcome } from './outcome.ts'

/** The part of a Postman collection (v2.1) that is replayed. */
export interface PostmanItem {
  readonly name: string
  readonly item?: readonly PostmanItem[]
  readonly event?: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[]
  readonly request?: {
    readonly method: string
    readonly header?: readonly { readonly key: string; readonly value: string }[]
    readonly body?: { readonly raw?: string }
    readonly url: string | { readonly raw: string }
  }
}

/** Replays a Postman collection in order, and returns the outcome of each of its `pm.test` assertions. */
export async function replayPostman(
  collection: { readonly item: readonly PostmanItem[] },
  send: CollectionClient,
): Promise<Outcome[]> {
  const variables = new Map<string, string>()
  const outcomes: Outcome[] = []
  for (const step of collection.item.flatMap(requestsIn)) {
    const filled = (text: string) =>
      text.replaceAll(/\{\{([^}]+)\}\}/g, (whole, name: string) =>
        name === '$guid' ? randomUUID() : (variables.get(name) ?? whole),
      )
    const { method, url, body, header = [] } = step.request as NonNullable<PostmanItem['request']>
    const raw = typeof url === 'string' ? url : url.raw
    const [, path = ''] = /\{\{Api\}\}(.*)$/s.exec(raw) ?? []
    const type = header.find(({ key }) => key.toLowerCase() === 'content-type')?.value
    const answer = await send(method, encodeURI(decodeURI(filled(path))), body?.raw && filled(body.raw), type)
    run(step, answer, variables, outcomes)
  }
  return outcomes
}

const requestsIn = (one: PostmanItem): PostmanItem[] => [
  ...(one.request ? [one] : []),
  ...(one.item ?? []).flatMap(requestsIn),
]

function run(
  { name: step, event = [] }: PostmanItem,
  { status, text }: { status: number; text: string },
  variables: Map<string, string>,
  outcomes: Outcome[],
): void {
  const test = (name: string, check: () => void) => {
    let failed: string | undefined
    try {
      check()
    } catch (error) {
      failed = (error as Error).message
    }
    outcomes.push({
      name: `${step}: ${name}`,
      failed: failed && `${failed} (answered ${status} ${text.slice(0, 200)})`,
    })
  }
  const environment = {
    get: (name: string) => variables.get(name),
    set: (name: string, value: unknown) => void variables.set(name, String(value)),
  }
  const pm = {
    test,
    environment,
    expect: chai.expect,
    response: {
      json: () => JSON.parse(text) as unknown,
      text: () => text,
      to: { have: { status: (wanted: number) => chai.expect(status).to.equal(wanted) } },
    },
  }
  const scripts = event.filter(({ listen }) => listen === 'test').map(({ script }) => script.exec.join('\n'))
  for (const script of scripts)
    try {
      new Script(script).runInNewContext({
        pm,
        postman: { setEnvironmentVariable: environment.set },
        responseBody: text,
      })
    } catch (error) {
      // A script that ends early, because the answer has no body, leaves its remaining assertions out
      outcomes.push({ name: `${step}: script`, failed: String(error) })
    }
}
