import { keyKinds } from '@claviger/contract/keys/security-keys'
import { activations, enrolmentPolicies, keyAssignment } from '@claviger/contract/keys/key-assignment'
import type { Run } from '@claviger/contract/work/runs'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { Assigning } from '#features/people/users/Users.tsx'
import { KeyPreview } from '../key-acts/KeyPreview.tsx'
import { Running } from '#features/work/runs/Running.tsx'
import { keyRuns, keyWordsOf } from '../key-acts/key-run-labels.ts'
import { useKinds } from './useKinds.ts'
import { Activation } from './Activation.tsx'

const { byUser, later } = activations
const { act, verb } = keyWordsOf('assign')
const ifOne: Record<(typeof enrolmentPolicies)[number], string> = {
  allow: msg('Add another key'),
  block: msg('Refuse'),
  replace: msg('Replace existing key'),
}

export default function AssignMany({ selection, chosen, close, begun }: Assigning) {
  const kinds = useKinds()
  const [kind, setKind] = useState<number>(keyKinds.accessCard)
  const [activation, setActivation] = useState<number>(byUser)
  const [ifOneExists, setIfOne] = useState<keyof typeof ifOne>('allow')
  const [name, setName] = useState('')
  const [run, setRun] = useState<Run | null>(null)
  const wish = { ...selection, type: kind, activation: activation as 2 | 3, ifOneExists }
  const preview = useRead(keyAssignment.previewMany, wish, { when: run === null, quiet: true, fresh: 0 })
  const start = useWrite(keyAssignment.assignMany, { done: setRun })
  if (run)
    return (
      <Running
        of={keyRuns}
        run={run}
        close={() => {
          begun()
          close()
        }}
      />
    )
  const able = preview.data?.able ?? 0
  const finger = kind === keyKinds.fingerprint
  return (
    <Dialog
      open
      title={t('Assign a key to {count, plural, one {# user} other {# users}}?', { count: chosen })}
      close={close}
    >
      <Stack className="cv-linked" gap={16}>
        <NativeSelect
          label={t('Type')}
          value={String(kind)}
          data={kinds.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={event => {
            const next = Number(event.currentTarget.value)
            setKind(next)
            if (next === keyKinds.fingerprint) setActivation(later)
          }}
        />
        <Activation finger={finger} value={activation} pick={setActivation} />
        <NativeSelect
          label={t('If the user already has a key of this type')}
          value={ifOneExists}
          data={enrolmentPolicies.map(value => ({ value, label: t(ifOne[value]) }))}
          onChange={event => setIfOne(event.currentTarget.value as keyof typeof ifOne)}
        />
        <TextInput
          label={t('Name')}
          description={t('If empty, the key is named after its type')}
          value={name}
          maxLength={100}
          onChange={event => setName(event.currentTarget.value)}
        />
      </Stack>
      <Waiting on={preview} what={t('the preview')}>
        {preview.data && (
          <KeyPreview
            act="assign"
            of={preview.data}
            stay={msg('{count, plural, one {# user gets no key:} other {# users get no key:}}')}
          />
        )}
      </Waiting>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={start.isPending}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={able === 0}
          loading={start.isPending}
          onClick={() => start.mutate({ ...wish, ...(name.trim() === '' ? {} : { name }) })}
        >
          {able === 0 ? t(verb) : t(act, { count: able })}
        </Button>
      </div>
    </Dialog>
  )
}
