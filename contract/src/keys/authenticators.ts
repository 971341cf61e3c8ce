import * as z from 'zod/mini'

/** Model ID. Vendors choose it freely, so it is often not a well-formed UUID. */
export const Aaguid = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not the id of a model'))

export const authenticatorKinds = ['phone', 'computer', 'manager', 'key', 'card', 'unknown'] as const
export type AuthenticatorKind = (typeof authenticatorKinds)[number]

export interface Authenticator {
  readonly name: string
  readonly kind: AuthenticatorKind
}

export const cardModel = 'a57847b9-e68a-49f7-bd49-63a5865f18fe'

// Facts (IDs and names) from the community list passkeydeveloper/passkey-authenticator-aaguids and Yubico's published
// list of YubiKey AAGUIDs; some names are shortened.
const names: Readonly<Record<Exclude<AuthenticatorKind, 'unknown'>, Readonly<Record<string, readonly string[]>>>> = {
  computer: {
    'Windows Hello': [
      '08987058-cadc-4b81-b6e1-30de50dcbe96',
      '9ddd1817-af5a-4672-a2b9-3e3dd95000a9',
      '6028b017-b1d4-4c02-b4b3-afcdafc96bb2',
    ],
    'Chrome on Mac': ['adce0002-35bc-c60a-648b-0b25f1f05503'],
    'Chromium browser': ['b5397666-4885-aa6b-cebf-e52262a439a2'],
    'Edge on Mac': ['771b48fd-d3d4-4f74-9232-fc157ab0507a'],
    'TruU for Windows': ['95e4d58c-056e-4a65-866d-f5a69659e880', 'ba86dc56-635f-4141-aef6-00227b1b9af6'],
    'WinMagic FIDO Eazy': ['970c8d9c-19d2-46af-aa32-3f448db49e35', '31c3f7ff-bf15-4327-83ec-9336abcbcd34'],
  },
  phone: {
    'Android device': ['b93fd961-f2e6-462f-b122-82002247de78'],
    'Samsung Pass': ['53414d53-554e-4700-0000-000000000000'],
    'Microsoft Authenticator for Android': ['de1e552d-db1d-4423-a619-566b625cdc84'],
    'Microsoft Authenticator for iOS': ['90a3ccdf-635c-4729-a248-9b709135078f'],
    IDmelon: ['39a5647e-1853-446c-a1f6-a79bae9f5bc7', '820d89ed-d65a-409e-85cb-f73f0578f82a'],
    'RSA Authenticator for Android': ['59f85fe7-faa5-4c92-9f52-697b9d4d5473'],
    'RSA Authenticator for iOS': ['8681a073-5f50-4d52-bce4-e21658d207b3'],
    'WinMagic FIDO Eazy phone': ['f56f58b3-d711-4afc-ba7d-6ac05f88cb19'],
  },
  manager: {
    '1Password': ['bada5566-a7aa-401f-bd96-45619a55120d'],
    Bitwarden: ['d548826e-79b4-db40-a3d8-11116f7e8349'],
    Dashlane: ['531126d6-e717-415c-9320-3d9aa6981239'],
    Devolutions: ['de503f9c-21a4-4f76-b4b7-558eb55c6f89'],
    Enpass: ['f3809540-7f14-49c1-a8b3-8f813b225541'],
    'Google Password Manager': ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'],
    'iCloud Keychain': ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd'],
    'iCloud Keychain (managed)': ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2'],
    iPasswords: ['bfc748bb-3429-4faa-b9f9-7cfa9f3b76d0'],
    'Kaspersky Password Manager': ['a10c6dd9-465e-4226-8198-c7c44b91c555'],
    KeePassDX: ['eaecdef2-1c31-5634-8639-f1cbd9c00a08'],
    KeePassXC: ['fdb141b2-5d84-443e-8a35-4698c205a502'],
    Keeper: ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6'],
    LastPass: ['b78a0a55-6ef8-d246-a042-ba0f6d55050c'],
    LogMeOnce: ['22248c4c-7a12-46e2-9a41-44291b373a4d'],
    'Microsoft Password Manager': ['d3452668-01fd-4c12-926c-83a4204853aa'],
    NordPass: ['b84e4048-15dc-4dd0-8640-f4f60813c8af'],
    'Proton Pass': ['50726f74-6f6e-5061-7373-50726f746f6e'],
    pwSafe: ['d350af52-0351-4ba2-acd3-dfeeadc3f764'],
    'Zoho Vault': ['b35a26b2-8f6e-4697-ab1d-d44db4da28c6'],
  },
  card: {
    'Claviger access card': [cardModel],
  },
  key: {
    'YubiKey 5': [
      'cb69481e-8ff7-4039-93ec-0a2729a154a8',
      'ee882879-721c-4913-9775-3dfcce97072a',
      '19083c3d-8383-4b18-bc03-8f1c9ab2fd1b',
      'ff4dac45-ede8-4ec2-aced-cf66103f4335',
      '20ac7a17-c814-4833-93fe-539f0d5e3389',
      '4599062e-6926-4fe7-9566-9e8fb1aedaa0',
    ],
    'YubiKey 5 NFC': [
      'fa2b99dc-9e39-4257-8f92-4a30d23c4118',
      '2fc0579f-8113-47ea-b116-bb5a8db9202a',
      'a25342c0-3cdc-4414-8e46-f4807fca511c',
      'd7781e5d-e353-46aa-afe2-3ca49f13332a',
      '1ac71f64-468d-4fe0-bef1-0e5f2f551f18',
      '662ef48a-95e2-4aaa-a6c1-5b9c40375824',
    ],
    'YubiKey 5Ci': [
      'c5ef55ff-ad9a-4b9f-b580-adebafe026d0',
      'a02167b9-ae71-4ac7-9a07-06432ebb6f1c',
      '24673149-6c86-42e7-98d9-433fb5b73296',
      'b90e7dc1-316e-4fee-a25a-56a666a670fe',
      '3b24bf49-1d45-4484-a917-13175df0867b',
    ],
    'YubiKey 5 FIPS': [
      '73bb0cd4-e502-49b8-9c6f-b59445bf720b',
      '57f7de54-c807-4eab-b1c6-1c9be7984e92',
      '905b4cb4-ed6f-4da9-92fc-45e0d4e9b5c7',
    ],
    'YubiKey 5 NFC FIPS': [
      'c1f9a0bc-1dd2-404a-b27f-8e29047a43fd',
      'fcc0118f-cd45-435b-8da1-9782b2da0715',
      '79f3c8ba-9e35-484b-8f47-53a5a0f5c630',
    ],
    'YubiKey 5Ci FIPS': [
      '85203421-48f9-4355-9bc8-8a53846e5083',
      '7b96457d-e3cd-432b-9ceb-c9fdd7ef7432',
      '3a662962-c6d4-4023-bebb-98ae92e78e20',
    ],
    'YubiKey Bio': [
      'd8522d9f-575b-4866-88a9-ba99fa02f35b',
      '83c47309-aabb-4108-8470-8be838b573cb',
      'dd86a2da-86a0-4cbe-b462-4bd31f57bc6f',
      '7409272d-1ff9-4e10-9fc9-ac0019c124fd',
      '8c39ee86-7f9a-4a95-9ba3-f6b097e5c2ee',
      'ad08c78a-4e41-49b9-86a2-ac15b06899e2',
    ],
    'YubiKey Bio Multi-protocol': [
      '7d1351a6-e097-4852-b8bf-c9ac5c9ce4a3',
      '90636e1f-ef82-43bf-bdcf-5255f139d12f',
      '34744913-4f57-4e6e-a527-e9ec3c4b94e6',
      '97e6a830-c952-4740-95fc-7c78dc97ce47',
      '6ec5cff2-a0f9-4169-945b-f33b563f7b99',
    ],
    'Security Key by Yubico': ['f8a011f3-8c0a-4d15-8006-17111f9edc7d', 'b92c3f9a-c014-4056-887f-140a2501163b'],
    'Security Key NFC by Yubico': [
      '6d44ba9b-f6ec-2e49-b930-0c8fe920cb73',
      '149a2021-8ef6-4133-96b8-81f8d5b7f1f5',
      'a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa',
      'e77e3c64-05e3-428b-8824-0cbeb04b829d',
      'b7d3f68e-88a6-471e-9ecf-2df26d041ede',
      '0bb43545-fd2c-4185-87dd-feb0b2916ace',
      '47ab2fb4-66ac-4184-9ae1-86be814012d5',
      'ed042a3a-4b22-4455-bb69-a267b652ae7e',
      '9ff4cc65-6154-4fff-ba09-9e2af7882ad2',
      '72c6b72d-8512-4c66-8359-9d3d10d9222f',
    ],
    'Google Titan Security Key': ['42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3'],
    'Feitian BioPass FIDO2': [
      '77010bd7-212a-4fc9-b236-d2ca5e9d4084',
      'b6ede29c-3772-412c-8a78-539c1f4c62d2',
      '4c0cf95d-2f40-43b5-ba42-4c83a11c04ba',
    ],
    'Feitian ePass FIDO2': ['833b721a-ff5f-4d00-bb2e-bdda3ec01e29'],
    'Feitian ePass FIDO2-NFC': [
      'ee041bce-25e5-4cdb-8f86-897fd6418464',
      '260e3021-482d-442d-838c-7edfbe153b7e',
      '234cd403-35a2-4cc2-8015-77ea280c77f5',
    ],
    'Feitian AllinOne FIDO2': ['12ded745-4bed-47d4-abaa-e713f51d6393'],
    'Feitian iePass FIDO': ['3e22415d-7fdf-4ea4-8a0c-dd60c4249b9d'],
    'Feitian FIDO smart card': ['2c0df832-92de-4be1-8412-88a8f074df4a'],
    'HID Crescendo 4000': ['2a55aee6-27cb-42c0-bc6e-04efe999e88a'],
    'HID Crescendo C2300': ['aeb6569c-f8fb-4950-ac60-24ca2bbe2e52'],
    'HID Crescendo C3000': ['c80dbd9a-533f-4a17-b941-1a2f1c7cedff'],
    'HID Crescendo Key': ['692db549-7ae5-44d5-a1e5-dd20a493b723', '2d3bec26-15ee-4f5d-88b2-53622490270b'],
    'Thales IDPrime 3930 FIDO': ['ca4cff1b-5a81-4404-8194-59aabcf1660b'],
    'Thales IDPrime 3940 FIDO': ['b50d5e0a-7f81-4959-9b12-f45407407503'],
    'Thales IDPrime 931 FIDO': ['2194b428-9397-4046-8f39-007a1605a482'],
    'Thales IDPrime 941 FIDO': ['2ffd6452-01da-471f-821b-ea4bf6c8676a'],
    'Thales IDPrime FIDO Bio': ['4d41190c-7beb-4a84-8018-adf265a6352d'],
    'SafeNet eToken FIDO': ['efb96b10-a9ee-4b6c-a4a9-d32125ccd4a4'],
    'SafeNet eToken Fusion': ['74820b05-a6c9-40f9-8fb0-9f86aca93998', '23786452-f02d-4344-87ed-aaf703726881'],
    'Nitrokey 3': ['2cd2f727-f6ca-44da-8f48-5c2e5da000a2'],
    'SoloKeys Solo': ['8876631b-d4a0-427f-5773-0ec71c9e0279'],
    'SoloKeys Solo Tap': ['8976631b-d4a0-427f-5773-0ec71c9e0279'],
    'SoloKeys Somu': ['9876631b-d4a0-427f-5773-0ec71c9e0279'],
    OnlyKey: ['998f358b-2dd2-4cbe-a43a-e8107438dfb3'],
    OpenSK: ['664d9f67-84a2-412a-9ff7-b4f7d8ee6d05'],
    'TOKEN2 FIDO2': ['ab32f0c6-2239-afbb-c470-d2ef4e254db7'],
    'TOKEN2 PIN+': ['eabb46cc-e241-80bf-ae9e-96fa6d2975cf'],
    'Swissbit iShield Key': ['931327dd-c89b-406c-a81e-ed7058ef36c6', '5d629218-d3a5-11ed-afa1-0242ac120002'],
    'GoTrust Idem Key': ['3b1adb99-0dfe-46fd-90b8-7f7614a4de2a'],
    'GoTrust Idem Card': ['9f0d8150-baa5-4c00-9299-ad62c8bb4e87'],
    'Kensington VeriMark Guard': ['d94a29d9-52dd-4247-9c2d-8b818b610389'],
    'NEOWAVE Badgeo FIDO2': ['c5703116-972b-4851-a3e7-ae1259843399'],
    'NEOWAVE Winkeo FIDO2': ['3789da91-f943-46bc-95c3-50ea2012f03a'],
    'Ledger Nano S': ['341e4da9-3c2e-8103-5a9f-aad887135200'],
    'Ledger Nano S Plus': ['58b44d0b-0a7c-f33a-fd48-f7153c871352'],
    'Ledger Nano X': ['fcb1bcb4-f370-078c-6993-bc24d0ae3fbe'],
    'OneSpan DIGIPASS FX1': ['30b5035e-d297-4ff1-b00b-addc96ba6a98', '30b5035e-d297-4ff1-010b-addc96ba6a98'],
    'OneSpan DIGIPASS FX7': ['30b5035e-d297-4ff7-b00b-addc96ba6a98'],
    'RSA DS100': ['7e3f3d30-3557-4442-bdae-139312178b39'],
    'Hideez Key 3': ['3e078ffd-4c54-4586-8baa-a77da113aec5'],
    'Hideez Key 4': ['4e768f2c-5fab-48b3-b300-220eb487752b'],
    'Arculus key card': ['3f59672f-20aa-4afe-b6f4-7e5e916b6d98', '9d3df6ba-282f-11ed-a261-0242ac120002'],
    'uTrust FIDO2': ['73402251-f2a8-4f03-873e-3cb6db604b03'],
    'VinCSS FIDO2': ['5fdb81b8-53f0-4967-a881-f5ec26fe4d18'],
    'Nymi band': ['0acf3011-bc60-f375-fb53-6f05f43154e0'],
    'Token Ring': ['91ad6b93-264b-4987-8737-3a690cad6917'],
    'ID-One card': ['bb405265-40cf-4115-93e5-a332c1968d8c', '8d1b1fcb-3c76-49a9-9129-5515b346aa02'],
  },
}

const unknown: Authenticator = { name: 'Passkey', kind: 'unknown' }

const known = new Map(
  Object.entries(names).flatMap(([kind, models]) =>
    Object.entries(models).flatMap(([name, aaguids]) =>
      aaguids.map((aaguid): [string, Authenticator] => [aaguid, { name, kind: kind as AuthenticatorKind }]),
    ),
  ),
)

/** Name and icon of an authenticator model by AAGUID; "Passkey" if unknown or not reported. */
export const describeAuthenticator = (aaguid: string): Authenticator => known.get(aaguid.toLowerCase()) ?? unknown

export const knownAuthenticators: readonly (Authenticator & { aaguid: string })[] = [...known].map(([aaguid, is]) => ({
  aaguid,
  ...is,
}))
