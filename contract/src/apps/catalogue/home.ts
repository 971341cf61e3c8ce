import { protocols } from '../applications/application-settings.ts'
import { discoveryFields, type Preset, withGroups } from './preset.ts'

export const home: readonly Preset[] = [
  {
    key: 'immich',
    name: 'Immich',
    category: 'home',
    protocol: protocols.oidc,
    docs: 'https://docs.immich.app/administration/oauth',
    fields: ['address'],
    where: 'Administration → Settings → Authentication Settings → OAuth',
    enter: [
      ['Issuer URL', '{issuer}'],
      ['Client ID', '{clientId}'],
      ['Client Secret', '{clientSecret}'],
      ['Scope', 'openid email profile'],
      ['Mobile redirect URI override', '{address}/api/oauth/mobile-redirect'],
    ],
    oidc: {
      redirectUris: ['{address}/auth/login', '{address}/user-settings', '{address}/api/oauth/mobile-redirect'],
      initiateLoginUri: '{address}/auth/login?autoLaunch=1',
      tokenEndpointAuthMethod: 'client_secret_post',
    },
  },
  {
    key: 'paperless',
    name: 'Paperless-ngx',
    category: 'home',
    protocol: protocols.oidc,
    docs: 'https://docs.paperless-ngx.com/advanced_usage/#openid-connect-and-social-authentication',
    fields: ['address'],
    where: 'docker-compose.env',
    enter: [],
    file: {
      name: 'docker-compose.env',
      text: `PAPERLESS_APPS=allauth.socialaccount.providers.openid_connect
PAPERLESS_SOCIALACCOUNT_PROVIDERS={"openid_connect":{"OAUTH_PKCE_ENABLED":true,"APPS":[{"provider_id":"claviger","name":"Claviger","client_id":"{clientId}","secret":"{clientSecret}","settings":{"server_url":"{discovery}"}}]}}`,
    },
    oidc: { startUrl: '{address}/', redirectUris: ['{address}/accounts/oidc/claviger/login/callback/'] },
  },
  {
    key: 'home-assistant',
    name: 'Home Assistant',
    category: 'home',
    protocol: protocols.oidc,
    docs: 'https://github.com/christiaangoossens/hass-oidc-auth',
    fields: ['address'],
    where: 'configuration.yaml',
    enter: [],
    file: {
      name: 'configuration.yaml',
      text: `auth_oidc:
  client_id: "{clientId}"
  client_secret: "{clientSecret}"
  discovery_url: "{discovery}"`,
    },
    oidc: {
      redirectUris: ['{address}/auth/oidc/callback'],
      initiateLoginUri: '{address}/auth/oidc/welcome',
      tokenEndpointAuthMethod: 'client_secret_post',
    },
  },
  {
    key: 'vaultwarden',
    name: 'Vaultwarden',
    category: 'home',
    protocol: protocols.oidc,
    docs: 'https://github.com/dani-garcia/vaultwarden/wiki/Enabling-SSO-support-using-OpenId-Connect',
    fields: ['address'],
    where: '.env',
    enter: [],
    file: {
      name: '.env',
      text: `SSO_ENABLED=true
SSO_AUTHORITY={issuer}
SSO_CLIENT_ID={clientId}
SSO_CLIENT_SECRET={clientSecret}
SSO_PKCE=true
SSO_SCOPES="email profile offline_access"`,
    },
    oidc: {
      startUrl: '{address}/',
      redirectUris: ['{address}/identity/connect/oidc-signin'],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    },
  },
  {
    key: 'open-webui',
    name: 'Open WebUI',
    category: 'home',
    protocol: protocols.oidc,
    docs: 'https://docs.openwebui.com/features/sso/',
    fields: ['address'],
    where: '.env',
    enter: [],
    file: {
      name: '.env',
      text: `ENABLE_OAUTH_SIGNUP=true
OAUTH_PROVIDER_NAME=Claviger
OPENID_PROVIDER_URL={discovery}
OAUTH_CLIENT_ID={clientId}
OAUTH_CLIENT_SECRET={clientSecret}
OAUTH_CODE_CHALLENGE_METHOD=S256`,
    },
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/oauth/oidc/callback'],
      initiateLoginUri: '{address}/oauth/oidc/login',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'synapse',
    name: 'Matrix Synapse',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://element-hq.github.io/synapse/latest/openid.html',
    fields: ['address'],
    where: 'homeserver.yaml',
    enter: discoveryFields,
    file: {
      name: 'homeserver.yaml',
      text: `oidc_providers:
  - idp_id: claviger
    idp_name: Claviger
    issuer: "{issuer}"
    client_id: "{clientId}"
    client_secret: "{clientSecret}"
    scopes: ["openid", "profile", "email"]
    pkce_method: "always"
    backchannel_logout_enabled: true
    user_mapping_provider:
      config:
        localpart_template: "{{ user.preferred_username }}"
        display_name_template: "{{ user.name }}"`,
    },
    oidc: {
      redirectUris: ['{address}/_synapse/client/oidc/callback'],
      backchannelLogoutUri: '{address}/_synapse/client/oidc/backchannel_logout',
    },
  },
]
