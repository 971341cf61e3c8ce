import { useEffect } from 'react'
import { Loading } from '#shell/Loading.tsx'
import { signOut } from '#shell/signOut.ts'

export default function SignOutPage() {
  useEffect(() => {
    void signOut()
  }, [])
  return <Loading />
}
