import { createSign, generateKeyPairSync, verify } from 'node:crypto'
import { load } from '../load.ts'
import { start } from '../machine.ts'
import { againstAim, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { type Enrolled, enroll, signInOnce } from '../key.ts'

const callers = 16
const seconds = 6

export async function signIn(stage: Stage): Promise<Row[]> {
  const ceiling = start('benchmarks/ceiling.ts', [stage.databaseUrl, stage.user, stage.workspace, stage.session])
  const address = (await ceiling.said(/ready at (\S+)/))[1] as string
  const insert = await load({
    url: `${address}/insert`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    connections: callers,
  })
  await ceiling.stop()
  const keys: Enrolled[] = []
  for (let place = 0; place < callers; place++) keys.push(await enroll(stage, place))
  await signInFor(stage, keys, 2)
  const done = await signInFor(stage, keys, seconds)
  return [
    againstAim('sign-in', `passkey sign-in, whole, ${callers} callers`, done / seconds, '/s', insert.perSecond, 0.2),
    ...verification(),
  ]
}

/** Signs in with some keys at the same time, for some seconds; returns how often. */
export async function signInFor(stage: Stage, keys: readonly Enrolled[], lasts: number): Promise<number> {
  const end = performance.now() + lasts * 1000
  let done = 0
  await Promise.all(
    keys.map(async key => {
      while (performance.now() < end) {
        await signInOnce(stage, key)
        done++
      }
    }),
  )
  return done
}

function verification(): Row[] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const data = Buffer.alloc(69, 1)
  const signature = createSign('sha256').update(data).sign(privateKey)
  const perSecond = (work: () => unknown) => {
    const begun = performance.now()
    let count = 0
    for (; performance.now() - begun < 1000; count++) work()
    return count
  }
  const bare = perSecond(() => verify('sha256', data, publicKey, signature))
  return [{ scenario: 'sign-in', what: "node:crypto's own P-256 verify, one core", value: bare, unit: '/s' }]
}
