//! Figures that a driver reports of a compiled kernel: registers, spills, code size
//! (`VK_KHR_pipeline_executable_properties`, Vulkan 1.3 specification, appendix).
//!
//! wgpu has no call for it, so the driver is asked in Vulkan itself: on a device with the extensions and features that wgpu
//! would open, with the SPIR-V and the layout that it would compile, since both change the code. Nothing is submitted, so the
//! compilers of Mesa answer for cards that are not there as well.

use std::time::Duration;

/// Figures of one of the machine codes that a driver makes of an entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Executable {
    /// The driver's name for it.
    pub name: String,
    /// Threads per subgroup; none where the driver does not tell.
    pub subgroup_size: Option<u32>,
    /// The driver's figures, in its order.
    pub figures: Vec<Figure>,
}

/// A figure that a driver reports of a compiled entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The driver's name for it.
    pub name: String,
    /// The driver's explanation, which gives the unit.
    pub explanation: String,
    /// The value.
    pub value: FigureValue,
}

/// The value of a [`Figure`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FigureValue {
    /// Yes or no.
    Truth(bool),
    /// A whole number, which may be negative.
    Signed(i64),
    /// A whole number.
    Unsigned(u64),
    /// A real number.
    Real(f64),
}

/// A compiled entry point.
pub(in crate::gpu) struct Compiled {
    /// Time that the driver took.
    pub(in crate::gpu) time: Duration,
    pub(in crate::gpu) executables: Vec<Executable>,
}

#[cfg(not(target_vendor = "apple"))]
pub(in crate::gpu) use vulkan::compile;

/// Returns nothing: there is no Vulkan.
#[cfg(target_vendor = "apple")]
pub(in crate::gpu) fn compile(
    _: (&wgpu::Adapter, &super::adapter::AdapterReport),
    _: &super::stage::StageText<'_>,
    _: &[Vec<u32>],
) -> Result<Option<Vec<Compiled>>, crate::gpu::error::GpuError> {
    Ok(None)
}

#[cfg(not(target_vendor = "apple"))]
#[allow(unsafe_code)]
mod vulkan {
    use super::{Compiled, Executable, Figure, FigureValue};
    use crate::gpu::choice::AdapterReport;
    use crate::gpu::device::open::features;
    use crate::gpu::device::stage::{Bound, StageText};
    use crate::gpu::error::GpuError;
    use ash::khr::pipeline_executable_properties as extension;
    use ash::prelude::VkResult;
    use ash::vk;
    use std::collections::hash_map::RandomState;
    use std::ffi::{CStr, CString, FromBytesUntilNulError, c_char};
    use std::hash::BuildHasher;
    use std::time::Instant;

    type Allocator<'a> = Option<&'a vk::AllocationCallbacks<'a>>;

    /// A device that is destroyed with its owner.
    struct Opened(ash::Device);

    impl Drop for Opened {
        fn drop(&mut self) {
            // SAFETY: all that was made on the device borrows it, so it is gone, and nothing was submitted
            unsafe { self.0.destroy_device(None) };
        }
    }

    /// An object of a device that is destroyed with its owner.
    struct Owned<'a, T: Copy> {
        device: &'a ash::Device,
        handle: T,
        destroy: unsafe fn(&ash::Device, T, Allocator<'_>),
    }

    impl<T: Copy> Drop for Owned<'_, T> {
        fn drop(&mut self) {
            // SAFETY: the handle is of this device, and nothing was submitted that could use it
            unsafe { (self.destroy)(self.device, self.handle, None) };
        }
    }

    /// Compiles the entry points of a text, of which these are the SPIR-V words, and asks the driver for its figures; returns
    /// nothing where the driver has none to tell.
    ///
    /// # Errors
    /// Where the driver refuses a device or a kernel.
    pub(in crate::gpu) fn compile(
        (adapter, report): (&wgpu::Adapter, &AdapterReport),
        source: &StageText<'_>,
        words: &[Vec<u32>],
    ) -> Result<Option<Vec<Compiled>>, GpuError> {
        // SAFETY: the adapter is only asked for its properties and opened, and lives as long as what is made of it
        let Some(hal) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else { return Ok(None) };
        if !hal.physical_device_capabilities().supports_extension(extension::NAME) {
            return Ok(None);
        }
        let failed = |what| {
            move |result| match result {
                vk::Result::ERROR_OUT_OF_HOST_MEMORY | vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => {
                    GpuError::OutOfMemory { adapter: report.name.clone(), what }
                }
                reason => GpuError::Call { adapter: report.name.clone(), what, reason: reason.to_string() },
            }
        };
        let device = open(&hal, features(report)).map_err(failed("opening the device"))?;
        let tells = extension::Device::new(hal.shared_instance().raw_instance(), &device.0);
        let layout = layout(&device.0, &source.bound).map_err(failed("laying out the buffers of a kernel"))?;
        let entry = |(name, words): (&&str, &Vec<u32>)| {
            compiled(&device.0, &tells, layout.handle, name, words).map_err(failed("compiling a kernel"))
        };
        source.entry_points.iter().zip(words).map(entry).collect::<Result<_, _>>().map(Some)
    }

    /// Opens a device as wgpu does, with the extension beside.
    fn open(adapter: &wgpu::hal::vulkan::Adapter, features: wgpu::Features) -> VkResult<Opened> {
        let mut names = adapter.required_device_extensions(features);
        names.push(extension::NAME);
        let mut usual = adapter.physical_device_features(&names, features);
        let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let mut told =
            vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
        let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&pointers);
        let info = usual.add_to_device_create(info.push_next(&mut told));
        let instance = adapter.shared_instance().raw_instance();
        // SAFETY: the physical device is one of the instance, has the extensions, and with the extension its feature
        unsafe { instance.create_device(adapter.raw_physical_device(), &info, None) }.map(Opened)
    }

    /// Makes the layout of a pipeline with these bindings.
    fn layout<'a>(device: &'a ash::Device, bound: &[Bound]) -> VkResult<Owned<'a, vk::PipelineLayout>> {
        let binding = |(place, bound): (u32, &Bound)| {
            let kind = match bound {
                Bound::Control => vk::DescriptorType::UNIFORM_BUFFER,
                Bound::Read | Bound::Write => vk::DescriptorType::STORAGE_BUFFER,
            };
            let binding = vk::DescriptorSetLayoutBinding::default().binding(place).descriptor_type(kind);
            binding.descriptor_count(1).stage_flags(vk::ShaderStageFlags::COMPUTE)
        };
        let bindings: Vec<_> = (0..).zip(bound).map(binding).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: the device is open, and what the structure points to outlives the call; so below
        let handle = unsafe { device.create_descriptor_set_layout(&info, None) }?;
        let set = Owned { device, handle, destroy: ash::Device::destroy_descriptor_set_layout };
        let sets = [set.handle];
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets);
        // SAFETY: as above
        let handle = unsafe { device.create_pipeline_layout(&info, None) }?;
        // which does not use the layout of the set from here on
        Ok(Owned { device, handle, destroy: ash::Device::destroy_pipeline_layout })
    }

    /// Compiles an entry point, which takes the driver as long as if it had never seen it.
    fn compiled(
        device: &ash::Device,
        tells: &extension::Device,
        layout: vk::PipelineLayout,
        entry_point: &str,
        words: &[u32],
    ) -> VkResult<Compiled> {
        let name = CString::new(entry_point).expect("names of entry points have no zero");
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // a constant that no kernel has, with another value every time: it changes the key of the code in the caches of drivers,
        // and not the code
        let value = RandomState::new().hash_one(entry_point).to_ne_bytes();
        let constant = [vk::SpecializationMapEntry::default().constant_id(u32::MAX).size(value.len())];
        let constants = vk::SpecializationInfo::default().map_entries(&constant).data(&value);
        let began = Instant::now();
        // SAFETY: the words are what naga writes for a module that its validator has accepted, with decorations
        let handle = unsafe { device.create_shader_module(&info, None) }?;
        let module = Owned { device, handle, destroy: ash::Device::destroy_shader_module };
        let stage = vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE);
        let info = vk::ComputePipelineCreateInfo::default()
            .flags(vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR)
            .stage(stage.module(module.handle).name(&name).specialization_info(&constants))
            .layout(layout);
        // SAFETY: module and layout are of this device and outlive the call, and its feature allows the flag
        let made = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
        let time = began.elapsed();
        let own = |handle| Owned { device, handle, destroy: ash::Device::destroy_pipeline };
        let pipelines: Vec<_> = match made {
            Ok(handles) => handles.into_iter().map(own).collect(),
            Err((handles, error)) => {
                // those that were not made are null, which is destroyed without effect
                handles.into_iter().for_each(|handle| drop(own(handle)));
                return Err(error);
            }
        };
        let pipeline = pipelines[0].handle;
        // SAFETY: the pipeline is of this device
        let told =
            unsafe { tells.get_pipeline_executable_properties(&vk::PipelineInfoKHR::default().pipeline(pipeline)) }?;
        let executable = |(place, of): (u32, &vk::PipelineExecutablePropertiesKHR<'_>)| {
            let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(place);
            // SAFETY: the pipeline is of this device, was made to tell statistics, and has so many executables
            let statistics = unsafe { tells.get_pipeline_executable_statistics(&info) }?;
            Ok(Executable {
                name: text(of.name_as_c_str()),
                subgroup_size: Some(of.subgroup_size).filter(|size| *size > 0),
                figures: statistics.iter().filter_map(figure).collect(),
            })
        };
        Ok(Compiled { time, executables: (0..).zip(&told).map(executable).collect::<VkResult<_>>()? })
    }

    /// Returns a figure, unless it is of a kind that the extension does not have.
    fn figure(told: &vk::PipelineExecutableStatisticKHR<'_>) -> Option<Figure> {
        use vk::PipelineExecutableStatisticFormatKHR as Kind;
        let value = told.value;
        // SAFETY: the driver has written the field that it names, and all bits are numbers
        let value = unsafe {
            match told.format {
                Kind::BOOL32 => FigureValue::Truth(value.b32 != vk::FALSE),
                Kind::INT64 => FigureValue::Signed(value.i64),
                Kind::UINT64 => FigureValue::Unsigned(value.u64),
                Kind::FLOAT64 => FigureValue::Real(value.f64),
                _ => return None,
            }
        };
        Some(Figure { name: text(told.name_as_c_str()), explanation: text(told.description_as_c_str()), value })
    }

    /// Returns the text of a field, which is empty where it does not end.
    fn text(field: Result<&CStr, FromBytesUntilNulError>) -> String {
        field.map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned())
    }
}
