import { type SourceFile, sources } from './files.ts'
import { law } from './law.ts'

// Style sheets that no file loads for all screens; such a component has the browser's look on a screen that loads none

const loadedByUser = [
  'Drawer',
  'Modal',
  'NumberInput',
  'PasswordInput',
  'PinInput',
  'Progress',
  'Radio',
  'RingProgress',
  'SegmentedControl',
  'Switch',
  'Tooltip',
]

function unstyledIn({ text }: SourceFile): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
  const used = names.split(',').map(name => name.trim())
  return loadedByUser.filter(name => used.includes(name) && !text.includes(`styles/${name}.layer.css`))
}

law('a file that uses a component loads its style sheet', {
  because: 'Whether another file of the screen loads it is luck, and changes with the bundles.',
  over: sources(['console/src'], /\.tsx$/),
  guilty: (file: SourceFile) => {
    const unstyled = unstyledIn(file)
    return unstyled.length > 0 && `${file.path}: ${unstyled.join(', ')}`
  },
  bites: { path: 'console/src/a.tsx', text: "import { Stack, Switch } from '@mantine/core'" },
  passes: {
    path: 'console/src/a.tsx',
    text: "import { Stack, Switch } from '@mantine/core'\nimport '@mantine/core/styles/Switch.layer.css'",
  },
})

law('a closed select has no options in the page', {
  because:
    'A form can have lists of 400. Select and MultiSelect of platform/ui/fields add theirs with the first focus.',
  over: sources(['console/src'], /\.tsx$/).filter(({ path }) => !path.startsWith('console/src/platform/ui/fields/')),
  guilty: (file: SourceFile) =>
    /import \{[^}]*\b(?:Multi)?Select\b[^}]*\} from '@mantine\/core'/.test(file.text) && file.path,
  bites: { path: 'console/src/a.tsx', text: "import { MultiSelect, Stack } from '@mantine/core'" },
  passes: { path: 'console/src/a.tsx', text: "import { NativeSelect } from '@mantine/core'" },
})
