import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

// Every use of a key must be decided by access policies, through one function; docs/decisions/0033 lists the places.

interface Door {
  does: string
  call: RegExp
  /** The policy check that the same file must contain. */
  asks: RegExp
}

const doors: readonly Door[] = [
  {
    does: 'signs or derives secrets by a held key',
    call: /\bfaculties\.(?:sign|hmac|makeKey)\(/,
    asks: /\bawait mustBeAllowed\(/,
  },
  { does: 'lets the authenticator of a card answer', call: /\bawait answer\(/, asks: /\bmayUse(?:: |\b = )judgeOf\(/ },
  { does: 'carries a tap to a card', call: /(?<!function )\banswerTap\(/, asks: /\brefused\b/ },
  {
    does: 'opens something by the answer of a passkey',
    call: /(?<!function )\bwithAssertion(?:Apart)?\(/,
    asks: /\bdecideUse\([\s\S]*\brefusedByPolicy\(/,
  },
  {
    does: 'hands stored passwords out',
    call: /(?<!function )\b(?:passwordsForComputer|passwordsAt|fixedAccount)\(/,
    asks: /\bdecideUse\([\s\S]*\brefusedByPolicy\(/,
  },
  { does: 'offers accounts to choose from', call: /(?<!function )\baccountsOf\(/, asks: /\bmayOpen\(/ },
]

/** Files that call it without a policy check, each with the reason. */
const excused: Readonly<Record<string, string>> = {
  'server/src/features/keys/authenticator/hmac-secret.ts': 'works for assertion.ts, which has asked',
  'server/src/features/access/sign-in/card-sign-in.ts':
    'the card was judged when it answered, on its way through own-site',
  'server/src/features/access/sessions/confirm.ts': 'confirms who is signed in already, and opens nothing',
  'server/src/features/keys/held-keys/card-context.ts':
    'finds whether the account is shared; the use is judged behind it',
  'server/src/features/keys/held-keys/held-keys.on-behalf.ts':
    'makes a passkey by order of an administrator; nobody uses the key, and each later use is judged',
  'server/src/features/keys/security-keys/security-keys.queries.ts': 'shows administrators what a key opens',
}

interface Passing {
  path: string
  does: string
  asks: boolean
}

const passingsIn = ({ path, text }: SourceFile): Passing[] =>
  doors.filter(({ call }) => call.test(text)).map(({ does, asks }) => ({ path, does, asks: asks.test(text) }))

const files = sources(['server/src'], /\.ts$/).filter(file => !isTest(file.path))

law('code that uses a key asks the access policies', {
  because: 'An attacker needs only one path around them.',
  over: files.flatMap(passingsIn),
  guilty: ({ path, does, asks }) => !asks && !(path in excused) && `${path} ${does} and asks no policy`,
  bites: { path: 'server/src/features/keys/agents/device-sign-in.ts', does: 'hands stored passwords out', asks: false },
  passes: { path: 'server/src/features/keys/agents/device-sign-in.ts', does: 'hands stored passwords out', asks: true },
})

law('each guarded function exists', {
  because: 'A renamed function would no longer be checked.',
  over: doors.map(({ does, call }) => ({ does, times: files.filter(({ text }) => call.test(text)).length })),
  guilty: ({ does, times }) => times === 0 && `nothing ${does} any more`,
  bites: { does: 'signs', times: 0 },
  passes: { does: 'signs', times: 1 },
})

law('an exception from asking policies is used', {
  because: 'An unused exception hides the next violation.',
  over: Object.keys(excused),
  guilty: path => !files.some(file => file.path === path && passingsIn(file).some(({ asks }) => !asks)) && path,
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
