//! What a device promises of signed zeros, infinities and what is not a number.

/// Returns the widths in bits of the numbers whose signed zeros, infinities and NaN an adapter keeps where a kernel
/// asks for it: by `SignedZeroInfNanPreserve` (SPV_KHR_float_controls, a part of Vulkan 1.2).
#[cfg(not(target_vendor = "apple"))]
#[allow(unsafe_code)]
pub(super) fn preserved_widths(adapter: &wgpu::Adapter) -> Vec<u32> {
    use ash::vk;
    // SAFETY: the adapter is only asked for its properties, and lives as long as it is
    let Some(adapter) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else { return Vec::new() };
    let (shared, physical) = (adapter.shared_instance(), adapter.raw_physical_device());
    let instance = shared.raw_instance();
    let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
    // SAFETY: the physical device is one of the instance
    let version = unsafe { instance.get_physical_device_properties(physical) }.api_version;
    if shared.instance_api_version().min(version) < vk::API_VERSION_1_2 {
        return Vec::new();
    }
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
    // SAFETY: as above; both know version 1.2, of which the structure is a part
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let preserved = [
        (32, controls.shader_signed_zero_inf_nan_preserve_float32),
        (64, controls.shader_signed_zero_inf_nan_preserve_float64),
    ];
    preserved.into_iter().filter(|(_, kept)| *kept == vk::TRUE).map(|(width, _)| width).collect()
}

/// Returns no widths: there is no Vulkan.
#[cfg(target_vendor = "apple")]
pub(super) fn preserved_widths(_: &wgpu::Adapter) -> Vec<u32> {
    Vec::new()
}
