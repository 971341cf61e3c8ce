import { type Baseline, baselines } from '@claviger/contract/governance/baselines'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { contentsText } from './baseline-labels.ts'

type Available = OutputOf<typeof baselines.choices.reply>

/** The parts of the previous version, or all parts. */
function startOf(from: Available, before: Baseline | undefined) {
  const held = (part: Baseline['contents'][number]['part']) => before?.contents.find(one => one.part === part)
  const ids = (of: readonly { id: string; name: string }[], part: 'keyPolicies' | 'accessPolicies' | 'cardPages') =>
    of.filter(({ name }) => before === undefined || held(part)?.items.includes(name)).map(({ id }) => id)
  return {
    name: before?.name ?? '',
    description: before?.description ?? '',
    note: '',
    pinPolicy: before === undefined || held('pinPolicy') !== undefined,
    authenticationProfile:
      from.authenticationProfile !== null && (before === undefined || held('authenticationProfile') !== undefined),
    keyPolicies: ids(from.keyPolicies, 'keyPolicies'),
    accessPolicies: ids(
      from.accessPolicies.filter(({ portable }) => portable),
      'accessPolicies',
    ),
    cardPages: ids(
      from.cardPages.filter(({ portable }) => portable),
      'cardPages',
    ),
  }
}

const options = (of: readonly { id: string; name: string }[]) => of.map(({ id, name }) => ({ value: id, label: name }))

function Fields({ from }: { from: Available }) {
  const bound = from.accessPolicies.filter(({ portable }) => !portable)
  const portable = from.accessPolicies.filter(one => one.portable)
  const pages = from.cardPages.filter(one => one.portable)
  return (
    <>
      <Tick name="pinPolicy" label={t('PIN policy')} />
      {from.authenticationProfile !== null && (
        <Tick
          name="authenticationProfile"
          label={t('Authentication profile for all users')}
          help={from.authenticationProfile}
        />
      )}
      {from.keyPolicies.length > 0 && (
        <Choices name="keyPolicies" label={t('Key policies')} options={options(from.keyPolicies)} />
      )}
      {portable.length > 0 && (
        <Choices
          name="accessPolicies"
          label={t('Access policies')}
          options={options(portable)}
          help={t('With the named lists that they use')}
        />
      )}
      {pages.length > 0 && (
        <Choices
          name="cardPages"
          label={t('Card pages')}
          options={options(pages)}
          help={t(
            'Without their addresses, redirects, and the mailbox of the service desk. Customers open new pages themselves.',
          )}
        />
      )}
      {bound.length > 0 && (
        <Notice>
          {t(
            "{count, plural, one {# access policy names} other {# access policies name}} users, groups, devices, or applications, which customers don't have: {names}",
            { count: bound.length, names: bound.map(({ name }) => name).join(', ') },
          )}
        </Notice>
      )}
    </>
  )
}

export default function PublishBaseline({ before, close }: { before?: Baseline; close: () => void }) {
  const read = useRead(baselines.choices, {})
  const title =
    before === undefined ? t('Publish baseline') : t('Publish version {version}', { version: before.version + 1 })
  return (
    <Panel open title={title} close={close}>
      <Waiting on={read} what={t('the settings')}>
        {read.data && (
          <Form
            of={baselines.publish}
            fixed={before === undefined ? {} : { baselineId: before.id }}
            start={startOf(read.data, before)}
            refused={(refusal, fields) => {
              if (refusal.code !== 'baseline-name-taken') return false
              fields.fault('name', refusal.message)
              return true
            }}
            done={({ name, version, contents }) => {
              toast('success', t('{name}, version {version}, published', { name, version }), {
                detail: contentsText(contents),
              })
              close()
            }}
          >
            <p>{t("The baseline is a copy of your own workspace's settings as they are now.")}</p>
            <Text name="name" label={t('Name')} autoFocus />
            <Text name="description" label={t('Description')} lines={2} />
            {before !== undefined && <Text name="note" label={t('What changed')} lines={2} />}
            <Fields from={read.data} />
            <Foot save={title} cancel={{ do: close }} />
          </Form>
        )}
      </Waiting>
    </Panel>
  )
}
