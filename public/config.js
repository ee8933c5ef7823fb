// Settings of this installation, read before the console starts. Change them here; no build is needed.
window.MULTISTATION_SETTINGS = {
  // Address of the back end without a slash at the end, for example 'https://api.example.com'. Empty: where this page comes from.
  apiBase: '',
  // Address of a maps service that pages may call directly. Empty: none.
  mapService: '',
  // Whether opened pages are reported to the back end.
  analytics: true,
  // Value of the query parameter `ddtk` that skips the debug monitor. Empty: nothing skips it.
  monitorBypass: '',
};
