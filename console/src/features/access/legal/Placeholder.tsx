import { Notice } from '#platform/ui/page/Notice.tsx'
import { Trans } from '#platform/text/text.ts'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'

/** Stands in for a legal text that the operator of the installation must supply. */
export function Placeholder({ title, setting }: { title: string; setting: string }) {
  return (
    <SignedOutPage tab={title} title={title} wide>
      <Notice>
        <Trans
          id="This is a placeholder. The server operator sets the address of this text with <0>{setting}</0>."
          values={{ setting }}
          components={[<code key="0" className="cv-mono" />]}
        />
      </Notice>
    </SignedOutPage>
  )
}
