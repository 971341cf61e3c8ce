import { languages } from '@claviger/contract/platform/languages'
import type { Language } from '@claviger/contract/platform/languages'
import { UnstyledButton } from '@mantine/core'
import { queries } from '../platform/data/query.ts'
import { choose } from '../platform/text/language.ts'
import { useLanguage } from '../platform/text/text.ts'
import classes from './outside.module.css'

/** Switches the language; refetches data, because the server localizes some of it. */
async function speakHere(wanted: Language): Promise<void> {
  await choose(wanted)
  await queries.invalidateQueries()
}

/** The other languages, on every page before the sign-in. */
export function Languages() {
  const now = useLanguage()
  return Object.entries(languages)
    .filter(([value]) => value !== now)
    .map(([value, name]) => (
      <UnstyledButton
        key={value}
        lang={value}
        className={`cv-muted ${classes.language}`}
        onClick={() => void speakHere(value as Language)}
      >
        {name}
      </UnstyledButton>
    ))
}
