import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#platform/text/text.ts'
import LeaveGuard from '../over/LeaveGuard.tsx'
import { toast } from '../over/toast.ts'
import { type FormPart, type SharedForm, SharedFormContext } from './context.ts'
import classes from './form.module.css'

function useParts() {
  const [parts] = useState(() => new Map<string, FormPart>())
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  async function save() {
    const changed = [...parts.values()].filter(part => part.dirty)
    const [wrong] = changed.filter(part => !part.sound())
    if (wrong) return wrong.toFault()
    setBusy(true)
    // Sequential: if the user cancels the confirmation of the first form, the next ones don't ask again
    let saved = changed.length > 0
    for (const part of changed) saved &&= await part.send()
    setBusy(false)
    if (saved) toast('success', t('Changes saved'))
  }
  const [together] = useState<SharedForm>(() => ({
    hold(name, part) {
      if (part) parts.set(name, part)
      else parts.delete(name)
      setDirty([...parts.values()].some(one => one.dirty))
    },
    save: () => void save(),
  }))
  const discard = () => {
    for (const part of parts.values()) part.reset()
  }
  return { together, dirty, busy, discard }
}

export function SharedSaveBar({ may, children }: { may: boolean; children: ReactNode }) {
  const { together, dirty, busy, discard } = useParts()
  return (
    <SharedFormContext value={together}>
      {children}
      {may && (
        <div className={`cv-line ${classes.pageFoot}`} data-foot>
          <Button variant="default" disabled={!dirty || busy} onClick={discard}>
            {t('Discard')}
          </Button>
          <Button disabled={!dirty} loading={busy} onClick={together.save}>
            {t('Save changes')}
          </Button>
        </div>
      )}
      {dirty && <LeaveGuard />}
    </SharedFormContext>
  )
}
