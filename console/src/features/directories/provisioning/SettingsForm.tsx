import { provisioning, defaultProvisioningMapping } from '@claviger/contract/directories/provisioning'
import type { Provisioning } from '@claviger/contract/directories/provisioning'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { MappingRows } from '#features/apps/applications/MappingRows.tsx'
import { endingNames, groupNames, reasonNames, scimNames } from './provisioning-labels.ts'

const withoutGroups = ['groups'] as const
const optionsOf = (names: readonly (readonly [string, string])[]) =>
  names.map(([value, label]) => ({ value, label: t(label) }))

function Check({ id }: { id: string }) {
  const { fields } = useFormState()
  const check = useWrite(provisioning.check, {
    done({ ok, trouble, lacks }) {
      if (trouble) {
        const detail = trouble.detail === null ? {} : { detail: trouble.detail }
        toast('warning', t(reasonNames[trouble.reason]), detail)
      } else if (ok && lacks.includes('filter'))
        toast(
          'warning',
          t("The application responds but can't search. It may refuse accounts that already exist as duplicates."),
        )
      else if (ok && lacks.includes('groups'))
        toast('warning', t("The application responds but doesn't support groups"))
      else toast('success', t('The application responds and supports SCIM 2.0'))
    },
  })
  return (
    <div>
      <Button variant="default" disabled={fields.dirty} loading={check.isPending} onClick={() => check.mutate({ id })}>
        {t('Check')}
      </Button>
    </div>
  )
}

function Inputs({ id, may, known }: { id: string; may: boolean; known: boolean }) {
  const { fields } = useFormState()
  return (
    <FieldSet label={t('Provisioning')} gap={18} maw={720} disabled={!may}>
      <Text
        name="address"
        label={t('SCIM address')}
        type="url"
        autoComplete="off"
        help={t(
          "The application's SCIM 2.0 address, such as https://app.example.org/scim/v2. You find it in the application's administration.",
        )}
      />
      <Password
        name="token"
        label={t('Token')}
        autoComplete="new-password"
        help={
          known
            ? t('Leave empty to keep the stored token. You must enter it again when you change the address.')
            : t('Create it in the application for SCIM provisioning. It is stored encrypted and never shown.')
        }
      />
      {known && may && <Check id={id} />}
      <Choice name="atEnd" label={t('When a user is unassigned')} options={optionsOf(endingNames)} />
      {fields.values['atEnd'] === 'delete' && (
        <Tick
          name="deletesFound"
          label={t('Also delete accounts that already existed')}
          help={t('Otherwise, only accounts created by Claviger are deleted. All others are deactivated.')}
        />
      )}
      <Choice name="groups" label={t('Groups')} options={optionsOf(groupNames)} />
      <h2 className="cv-heading">{t('Attributes sent for each user')}</h2>
      <MappingRows none={t('Map at least the userName')} names={scimNames} without={withoutGroups} />
      {may && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: fields.reset }} whenChanged={known} />}
    </FieldSet>
  )
}

const asNew = {
  address: '',
  token: '',
  atEnd: 'deactivate',
  deletesFound: false,
  groups: 'none',
  mapping: defaultProvisioningMapping,
}

export function SettingsForm({ id, of, may }: { id: string; of: Provisioning | null; may: boolean }) {
  const [from, setFrom] = useState(of)
  const start = from
    ? {
        address: from.address,
        token: '',
        atEnd: from.atEnd,
        deletesFound: from.deletesFound,
        groups: from.groups,
        mapping: from.mapping,
      }
    : asNew
  return (
    <Form
      key={from?.version ?? 0}
      of={provisioning.save}
      start={start}
      fixed={{ id, ...(from && { version: from.version }) }}
      {...(from ? {} : { needed: 'token' })}
      guard={LeaveGuard}
      done={saved => {
        toast('success', t('Provisioning saved'))
        setFrom(saved)
      }}
    >
      <Inputs id={id} may={may} known={from !== null} />
    </Form>
  )
}
