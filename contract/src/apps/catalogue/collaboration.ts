import { protocols } from '../applications/application-settings.ts'
import { discoveryFields, samlFields, type Preset, withGroups, nameMapping } from './preset.ts'

export const collaboration: readonly Preset[] = [
  {
    key: 'nextcloud',
    name: 'Nextcloud (OpenID Connect)',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://github.com/nextcloud/user_oidc',
    fields: ['address'],
    where: 'Administration settings → OpenID Connect → Register new provider',
    enter: [
      ['Identifier', 'claviger'],
      ['Client ID', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['Discovery endpoint', '{discovery}'],
      ['Scope', 'openid email profile groups'],
    ],
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/apps/user_oidc/code'],
      postLogoutRedirectUris: ['{address}/', '{address}'],
      initiateLoginUri: '{address}/apps/user_oidc/login/1',
      backchannelLogoutUri: '{address}/apps/user_oidc/backchannel-logout/claviger',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'nextcloud-saml',
    name: 'Nextcloud (SAML)',
    category: 'collaboration',
    protocol: protocols.saml,
    docs: 'https://github.com/nextcloud/user_saml',
    fields: ['address'],
    where: 'Administration settings → SSO & SAML authentication',
    enter: [
      ['Attribute to map the UID to', 'username'],
      ['Identifier of the IdP entity', '{entityId}'],
      ['URL Target of the IdP where the SP will send the Authentication Request Message', '{ssoUrl}'],
      ['URL Location of the IdP where the SP will send the SLO Request', '{sloUrl}'],
      ['Public X.509 certificate of the IdP', '{certificate}'],
    ],
    mapping: [
      { name: 'username', source: 'userName' },
      { name: 'displayname', source: 'fullName' },
      { name: 'email', source: 'email' },
      { name: 'groups', source: 'groups' },
    ],
    saml: {
      startUrl: '{address}/',
      entityId: '{address}/apps/user_saml/saml/metadata',
      acs: [{ url: '{address}/apps/user_saml/saml/acs' }],
      sloUrl: '{address}/apps/user_saml/saml/sls',
    },
  },
  {
    key: 'mattermost',
    name: 'Mattermost',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://docs.mattermost.com/onboard/sso-openidconnect.html',
    fields: ['address'],
    where: 'System Console → Authentication → OpenID Connect',
    enter: [
      ['Discovery Endpoint', '{discovery}'],
      ['Client ID', '{clientId}'],
      ['Client Secret', '{clientSecret}'],
    ],
    oidc: {
      redirectUris: ['{address}/signup/openid/complete'],
      initiateLoginUri: '{address}/oauth/openid/login',
      pkceRequired: false,
      tokenEndpointAuthMethod: 'client_secret_post',
    },
  },
  {
    key: 'bookstack',
    name: 'BookStack',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://www.bookstackapp.com/docs/admin/oidc-auth/',
    fields: ['address'],
    where: '.env',
    enter: [],
    file: {
      name: '.env',
      text: `AUTH_METHOD=oidc
OIDC_NAME=Claviger
OIDC_DISPLAY_NAME_CLAIMS=name
OIDC_CLIENT_ID={clientId}
OIDC_CLIENT_SECRET={clientSecret}
OIDC_ISSUER={issuer}
OIDC_ISSUER_DISCOVER=true
OIDC_USER_TO_GROUPS=true
OIDC_GROUPS_CLAIM=groups
OIDC_ADDITIONAL_SCOPES=groups`,
    },
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/oidc/callback'],
      postLogoutRedirectUris: ['{address}/', '{address}'],
      initiateLoginUri: '{address}/login',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'outline',
    name: 'Outline',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://docs.getoutline.com/s/hosting/doc/oidc-8CPBm6uC0I',
    fields: ['address'],
    where: '.env',
    enter: [],
    file: {
      name: '.env',
      text: `OIDC_CLIENT_ID={clientId}
OIDC_CLIENT_SECRET={clientSecret}
OIDC_AUTH_URI={authorizeUrl}
OIDC_TOKEN_URI={tokenUrl}
OIDC_USERINFO_URI={userinfoUrl}
OIDC_LOGOUT_URI={logoutUrl}
OIDC_USERNAME_CLAIM=preferred_username
OIDC_DISPLAY_NAME=Claviger
OIDC_SCOPES=openid profile email`,
    },
    oidc: {
      redirectUris: ['{address}/auth/oidc.callback'],
      initiateLoginUri: '{address}/auth/oidc',
      tokenEndpointAuthMethod: 'client_secret_post',
      pkceRequired: false,
    },
  },
  {
    key: 'wikijs',
    name: 'Wiki.js',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://docs.requarks.io/auth/oidc',
    fields: ['redirect'],
    where: 'Administration → Authentication → Add Strategy → Generic OpenID Connect / OAuth2',
    enter: [
      ['Client ID', '{clientId}'],
      ['Client Secret', '{clientSecret}'],
      ['Authorization Endpoint URL', '{authorizeUrl}'],
      ['Token Endpoint URL', '{tokenUrl}'],
      ['User Info Endpoint URL', '{userinfoUrl}'],
      ['Issuer', '{issuer}'],
      ['Logout URL', '{logoutUrl}'],
    ],
    mapping: withGroups,
    oidc: {
      startUrl: '{redirectOrigin}/',
      redirectUris: ['{redirect}'],
      tokenEndpointAuthMethod: 'client_secret_post',
      pkceRequired: false,
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'wordpress',
    name: 'WordPress',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://wordpress.org/plugins/daggerhart-openid-connect-generic/',
    fields: ['address'],
    where: 'Settings → OpenID Connect Client',
    enter: [
      ['Client ID', '{clientId}'],
      ['Client Secret Key', '{clientSecret}'],
      ['OpenID Scope', 'openid profile email'],
      ['Login Endpoint URL', '{authorizeUrl}'],
      ['Userinfo Endpoint URL', '{userinfoUrl}'],
      ['Token Validation Endpoint URL', '{tokenUrl}'],
      ['End Session Endpoint URL', '{logoutUrl}'],
    ],
    oidc: {
      startUrl: '{address}/wp-login.php',
      redirectUris: ['{address}/wp-admin/admin-ajax.php?action=openid-connect-authorize'],
      tokenEndpointAuthMethod: 'client_secret_post',
      pkceRequired: false,
    },
  },
  {
    key: 'matomo',
    name: 'Matomo',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://plugins.matomo.org/LoginOIDC',
    fields: ['address'],
    where: 'Administration → System → General settings → LoginOIDC',
    enter: [
      ['Authorize URL', '{authorizeUrl}'],
      ['Token URL', '{tokenUrl}'],
      ['Userinfo URL', '{userinfoUrl}'],
      ['Logout URL', '{logoutUrl}'],
      ['Client ID', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['OAuth scopes', 'openid email'],
    ],
    oidc: {
      startUrl: '{address}/',
      redirectUris: ['{address}/index.php?module=LoginOIDC&action=callback&provider=oidc'],
      tokenEndpointAuthMethod: 'client_secret_post',
      pkceRequired: false,
    },
  },
  {
    key: 'slack',
    name: 'Slack',
    category: 'collaboration',
    protocol: protocols.saml,
    docs: 'https://slack.com/help/articles/205168057-Custom-SAML-single-sign-on',
    fields: ['name'],
    where: 'Settings & administration → Workspace settings → Authentication → SAML authentication',
    enter: [
      ['SAML 2.0 Endpoint (HTTP)', '{ssoUrl}'],
      ['Identity Provider Issuer', '{entityId}'],
      ['Public Certificate', '{certificate}'],
    ],
    mapping: [
      { name: 'User.Email', source: 'email' },
      { name: 'User.Username', source: 'userName' },
      { name: 'first_name', source: 'firstName' },
      { name: 'last_name', source: 'lastName' },
    ],
    saml: {
      entityId: 'https://slack.com',
      acs: [{ url: 'https://{name}.slack.com/sso/saml' }],
      nameIdFormat: 'persistent',
      sign: 'both',
      allowIdpInitiated: true,
    },
  },
  {
    key: 'zoom',
    name: 'Zoom',
    category: 'collaboration',
    protocol: protocols.saml,
    docs: 'https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0065487',
    fields: ['name'],
    where: 'Advanced → Single Sign-On',
    enter: [
      ['Sign-in page URL', '{ssoUrl}'],
      ['Sign-out page URL', '{sloUrl}'],
      ['Identity Provider Certificate', '{certificate}'],
      ['Issuer (IDP Entity ID)', '{entityId}'],
    ],
    mapping: nameMapping,
    saml: {
      entityId: '{name}.zoom.us',
      acs: [{ url: 'https://{name}.zoom.us/saml/SSO' }],
      nameIdFormat: 'email',
      allowIdpInitiated: true,
    },
  },
  {
    key: 'openid-connect',
    name: 'Any application with OpenID Connect',
    category: 'any',
    protocol: protocols.oidc,
    docs: 'https://openid.net/specs/openid-connect-core-1_0.html',
    fields: ['redirect'],
    where: '',
    enter: [...discoveryFields, ['Discovery', '{discovery}']],
    oidc: { startUrl: '{redirectOrigin}/', redirectUris: ['{redirect}'] },
  },
  {
    key: 'saml',
    name: 'Any application with SAML 2.0',
    category: 'any',
    protocol: protocols.saml,
    docs: 'https://docs.oasis-open.org/security/saml/v2.0/',
    fields: ['spEntityId', 'acs'],
    where: '',
    enter: [...samlFields, ['Metadata', '{metadataUrl}']],
    mapping: nameMapping,
    saml: { startUrl: '{acsOrigin}/', entityId: '{spEntityId}', acs: [{ url: '{acs}' }] },
  },
]
