import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

// Every use of a key must be decided by access policies, through one function; docs/decisions/0033 lists the places.

interface GuardedUse {
  does: string
  call: RegExp
  /** The policy check that the same file must contain. */
  asks: RegExp
}

const guardedUses: readonly GuardedUse[] = [
  {
    does: 'signs or derives secrets with a server-held key',
    call: /\bfaculties\.(?:sign|hmac|makeKey)\(/,
    asks: /\bawait mustBeAllowed\(/,
  },
  {
    does: 'lets the authenticator of a card answer',
    call: /\bawait answer\(/,
    asks: /\bmayUse(?:: |\b = )policyCheckOf\(/,
  },
  { does: 'passes a tap to a card', call: /(?<!function )\banswerTap\(/, asks: /\brefused\b/ },
  {
    does: 'gives access after a passkey assertion',
    call: /(?<!function )\b(?:withAssertion|useAssertion)\(/,
    asks: /\bdecideUse\([\s\S]*\brefusedByPolicy\(/,
  },
  {
    does: 'returns stored passwords',
    call: /(?<!function )\b(?:passwordsForComputer|passwordsAt|fixedAccount)\(/,
    asks: /\bdecideUse\([\s\S]*\brefusedByPolicy\(/,
  },
  { does: 'offers accounts to choose from', call: /(?<!function )\baccountsOf\(/, asks: /\bmayOpen\(/ },
]

/** Files that call it without a policy check, each with the reason. */
const excused: Readonly<Record<string, string>> = {
  'server/src/features/keys/authenticator/hmac-secret.ts': 'is called by assertion.ts, which checks the policies',
  'server/src/features/access/sign-in/card-sign-in.ts': 'own-site checked the policies when the card answered',
  'server/src/features/keys/credentials/passkey-assertion.ts': 'runs the work of its callers, which check the policies',
  'server/src/features/access/sessions/confirm.ts': 'confirms the signed-in user and gives no access',
  'server/src/features/keys/held-keys/card-context.ts':
    'only finds out whether the account is shared; the use is checked later',
  'server/src/features/keys/held-keys/held-keys.on-behalf.ts':
    'creates a passkey for an administrator; no key is used, and each later use is checked',
  'server/src/features/keys/security-keys/security-keys.queries.ts': 'shows administrators what a key opens',
}

interface UseInFile {
  path: string
  does: string
  asks: boolean
}

const usesIn = ({ path, text }: SourceFile): UseInFile[] =>
  guardedUses.filter(({ call }) => call.test(text)).map(({ does, asks }) => ({ path, does, asks: asks.test(text) }))

const files = sources(['server/src'], /\.ts$/).filter(file => !isTest(file.path))

law('code that uses a key asks the access policies', {
  because: 'An attacker needs only one path around them.',
  over: files.flatMap(usesIn),
  guilty: ({ path, does, asks }) => !asks && !(path in excused) && `${path} ${does} without checking access policies`,
  bites: { path: 'server/src/features/keys/agents/device-sign-in.ts', does: 'returns stored passwords', asks: false },
  passes: { path: 'server/src/features/keys/agents/device-sign-in.ts', does: 'returns stored passwords', asks: true },
})

law('each guarded function exists', {
  because: 'A renamed function would no longer be checked.',
  over: guardedUses.map(({ does, call }) => ({ does, times: files.filter(({ text }) => call.test(text)).length })),
  guilty: ({ does, times }) => times === 0 && `no file ${does}: the guarded function was renamed or removed`,
  bites: { does: 'signs', times: 0 },
  passes: { does: 'signs', times: 1 },
})

law('an exception from asking policies is used', {
  because: 'An unused exception hides the next violation.',
  over: Object.keys(excused),
  guilty: path => !files.some(file => file.path === path && usesIn(file).some(({ asks }) => !asks)) && path,
  bites: 'server/src/main.ts',
  passes: 'server/src/features/access/sessions/confirm.ts',
})

const evaluator = /from '[./a-z-]*\/evaluator(?:\/evaluator(?:\.[\w-]+)?)?\.ts'/
const decides = /\b(?:decide|explain|compile)\(/

law('only the module group of policies evaluates them', {
  because: 'A second evaluation could allow what the first one refuses.',
  over: files,
  // Simulations, replays, and the demo data only evaluate policies; they grant no access
  guilty: ({ path, text }) =>
    !/^server\/src\/(?:features\/(?:decide|rules)|demo)\//.test(path) &&
    evaluator.test(text) &&
    decides.test(text) &&
    path,
  bites: {
    path: 'server/src/features/keys/agents/device-sign-in.ts',
    text: "import { decide } from '../../decide/evaluator/evaluator.ts'\ndecide(set, facts)",
  },
  passes: {
    path: 'server/src/features/rules/simulations/replay.ts',
    text: "from '../../decide/evaluator/evaluator.ts'\ndecide(a, b)",
  },
})
